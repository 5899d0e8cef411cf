/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck manual` (the man page) and `coalcheck completion bash|zsh`, both made from the table of options. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "checks/registry.h"
#include "driver.h"
#include "report/report.h"

/* ---- the man page -------------------------------------------------------------------------------------- */

/** Text for troff: backslashes, hyphens that are minus signs, dots and quotes at a line's start. */
static void roff(const char *text) {
  if (*text == '.' || *text == '\'') fputs("\\&", stdout);
  for (; *text; text++) {
    if (*text == '\\')
      fputs("\\e", stdout);
    else if (*text == '-')
      fputs("\\-", stdout);
    else if (strncmp(text, "…", strlen("…")) == 0)
      fputs("...", stdout), text += strlen("…") - 1;
    else
      putchar(*text);
  }
}

static void roff_line(const char *text) {
  roff(text);
  putchar('\n');
}

static void roff_option(const coal_option_text *o) {
  fputs(".TP\n\\fB", stdout);
  if (o->short_name) printf("\\-%c\\fR, \\fB", o->short_name);
  fputs("\\-\\-", stdout);
  roff(o->name);
  fputs("\\fR", stdout);
  if (o->argument) {
    fputs(o->argument[0] == '[' ? "\\fI" : "=\\fI", stdout);
    roff(o->argument);
    fputs("\\fR", stdout);
  }
  putchar('\n');
  roff_line(o->help);
}

static void roff_checks(void) {
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  puts(".SH CHECKS");
  for (size_t i = 0; i < n; i++) {
    fputs(".TP\n\\fBcoalcheck\\-", stdout);
    roff(checks[i]->name);
    puts("\\fR");
    roff_line(checks[i]->summary);
  }
}

int coal_manual_main(const coal_commands *commands, int argc, char **argv) {
  if (argc > 1) return coal_fail("'manual' takes no argument, but got '%s'", argv[1]);
  printf(".TH COALCHECK 1 \"\" \"coalcheck %s\" \"User Commands\"\n", coal_version());
  puts(".SH NAME\ncoalcheck \\- find uncoalesced memory accesses and bank conflicts in CUDA kernels");
  puts(".SH SYNOPSIS\n.B coalcheck\n[\\fIoptions\\fR] \\fIFILE.cu\\fR... [\\fB\\-\\-\\fR \\fIcompiler flags\\fR]");
  for (size_t i = 0; i < commands->n; i++) {
    puts(".br");
    roff_line(commands->rows[i].synopsis);
  }
  puts(".SH DESCRIPTION");
  roff_line(
      "Reads CUDA source as the compiler does, works out which bytes each lane of a warp touches, counts what the "
      "hardware moves for them, and reports what costs more than it must. Nothing is run, no GPU is needed.");
  roff_line(
      "Compiler flags come from a compile_commands.json, nvcc's included. A header is judged through a file that "
      "includes it.");
  puts(".SH COMMANDS");
  for (size_t i = 0; i < commands->n; i++) {
    printf(".TP\n\\fB%s\\fR\n", commands->rows[i].name);
    roff_line(commands->rows[i].help);
  }
  puts(".SH OPTIONS");
  coal_option_text o;
  for (size_t i = 0; coal_config_option(COAL_OPTION_COMMAND_LINE, i, &o); i++) roff_option(&o);
  roff_checks();
  puts(".SH FILES\n.TP\n\\fI.coalcheck\\fR");
  roff_line("Settings of a project: YAML, names of options and their values, found from each file's folder upward.");
  puts(".SH EXIT STATUS\n0 nothing found, 1 findings, 2 the work could not be done.");
  return COAL_EXIT_CLEAN;
}

/* ---- completion ---------------------------------------------------------------------------------------- */

/** Options whose value is one of a few words, or a file. */
static const struct {
  const char *name, *values; /* values NULL: a file */
} values[] = {
    {"format", "text json sarif github gitlab html svg"},
    {"fail-on", "warning error never unknown warning,unknown"},
    {"color", "auto always never"},
    {"cuda-headers", "auto embedded toolkit"},
    {"output", NULL},
    {"export-fixes", NULL},
    {"baseline", NULL},
    {"config-file", NULL},
    {"libclang", NULL},
    {"cuda-path", NULL},
    {"compile-database", NULL},
    {"cache-dir", NULL},
};

static bool is_optional(const coal_option_text *o) { return o->argument && o->argument[0] == '['; }

/** What ties a value to its option. */
static const char *equals(const coal_option_text *o) { return o->argument && !is_optional(o) ? "=" : ""; }

static void print_commands(const coal_commands *commands) {
  for (size_t i = 0; i < commands->n; i++) printf("%s%s", i ? " " : "", commands->rows[i].name);
}

static void bash(const coal_commands *commands) {
  coal_option_text o;
  puts(
      "# bash completion for coalcheck\n_coalcheck() {\n  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
      "  [[ $cur == = ]] && cur= || { [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}; }\n  case $prev in");
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    if (values[i].values)
      printf("    --%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", values[i].name, values[i].values);
    else
      printf("    --%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", values[i].name);
  fputs(
      "    --target) COMPREPLY=($(compgen -W \"$(coalcheck targets 2>/dev/null | awk '{print $1}')\" -- \"$cur\")); return ;;\n"
      "    -o | -p) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n  esac\n"
      "  if [[ $cur == -* ]]; then\n    COMPREPLY=($(compgen -W '",
      stdout);
  for (size_t i = 0; coal_config_option(COAL_OPTION_COMMAND_LINE, i, &o); i++)
    printf("%s--%s%s", i ? " " : "", o.name, equals(&o));
  fputs(
      "' -- \"$cur\"))\n    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n    return\n  fi\n  COMPREPLY=($(compgen -f -- "
      "\"$cur\"))\n  [[ $COMP_CWORD == 1 ]] && COMPREPLY+=($(compgen -W '",
      stdout);
  print_commands(commands);
  puts("' -- \"$cur\"))\n}\ncomplete -o filenames -F _coalcheck coalcheck");
}

/** Text in single quotes inside zsh's brackets. */
static void zsh_text(const char *text) {
  for (; *text; text++) {
    if (*text == '\'')
      fputs("'\\''", stdout);
    else if (strchr("[]:\\", *text))
      printf("\\%c", *text);
    else
      putchar(*text);
  }
}

static void zsh_value(const coal_option_text *o) {
  const char *list = NULL;
  bool is_file = false;
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    if (strcmp(values[i].name, o->name) != 0) continue;
    list = values[i].values;
    is_file = !list;
  }
  fputs(is_optional(o) ? "::" : ":", stdout);
  for (const char *p = o->argument; *p; p++)
    if (!strchr("[=]", *p)) putchar(tolower((unsigned char)*p));
  if (list)
    printf(":(%s)", list);
  else
    fputs(is_file ? ":_files" : ":", stdout);
}

static void zsh(const coal_commands *commands) {
  coal_option_text o;
  puts("#compdef coalcheck\n_arguments -s \\");
  for (size_t i = 0; coal_config_option(COAL_OPTION_COMMAND_LINE, i, &o); i++) {
    printf("  '*--%s%s[", o.name, is_optional(&o) ? "=-" : equals(&o));
    zsh_text(o.help);
    fputs("]", stdout);
    if (o.argument) zsh_value(&o);
    puts("' \\");
    if (!o.short_name) continue;
    printf("  '*-%c%s[", o.short_name, o.argument ? "+" : "");
    zsh_text(o.help);
    fputs("]", stdout);
    if (o.argument) zsh_value(&o);
    puts("' \\");
  }
  fputs("  '1:file or command:{_alternative \"commands:command:(", stdout);
  print_commands(commands);
  puts(")\" \"files:file:_files\"}' \\\n  '*:file:_files'");
}

int coal_completion_main(const coal_commands *commands, int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "bash") == 0)
    bash(commands);
  else if (argc == 2 && strcmp(argv[1], "zsh") == 0)
    zsh(commands);
  else
    return coal_fail("'completion' needs the shell: bash or zsh");
  return COAL_EXIT_CLEAN;
}
