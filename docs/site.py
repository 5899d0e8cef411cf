# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A hook of MkDocs: what lies outside docs/ has no page on the site, so a link to it becomes its name."""
import pathlib
import posixpath
import re

LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(((?:\.\./)+[^)#]*)(?:#[^)]*)?\)")


def on_page_markdown(markdown, page, config, **_):
    docs = pathlib.Path(config["docs_dir"])

    def name(link):
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), link.group(2)))
        if not target.startswith("../"):
            return link.group(0)
        if not (docs / target).exists():
            raise SystemExit(f"{page.file.src_uri}: {link.group(2)} does not exist")
        return f"{link.group(1)} (`{target.removeprefix('../')}`)" if link.group(1) != target.removeprefix("../") else f"`{link.group(1)}`"

    return LINK.sub(name, markdown)
