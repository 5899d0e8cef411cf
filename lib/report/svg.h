/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * A request as a textbook draws it: the lanes above, the sectors or banks below, an arrow from each lane to what it touches.
 *
 * Classes: `lane` (`off`: not active), `arrow`, `sector` with `used` bytes in it (the rest is wasted), `bank` with its `word`s
 * one below the other (`late`: all but the first, which have to wait). Units are pixels of a width of COAL_SVG_WIDTH.
 */
#ifndef COAL_REPORT_SVG_H
#define COAL_REPORT_SVG_H

#include "report/picture.h"

enum { COAL_SVG_WIDTH = 720 };

/** The rules for the classes, light and dark, for a page that holds such pictures. They use the variables --ink, --soft,
 *  --paper, --lane, --used, --waste, --late, --arrow, which coal_svg_colors sets on :root. */
extern const char coal_svg_style[], coal_svg_colors[];

unsigned coal_svg_height(const coal_picture *p);
/** "32 sectors where 4 would do, 128 of 1024 bytes used": for people who do not see the picture. */
void coal_svg_add_label(coal_str *out, const coal_picture *p);
/** Adds the shapes, without an element around them. */
void coal_svg_add_shapes(coal_str *out, const coal_picture *p);
/** Adds a document of its own, with a title (escaped here) and its style. */
void coal_svg_add_document(coal_str *out, const coal_picture *p, const char *title);

/** Adds text for XML or HTML. */
void coal_svg_add_escaped(coal_str *out, const char *text);

#endif
