/* getopt(), getopt_long(), getopt_long_only() with a rank's own optind,
 * opterr, optopt and optarg.
 *
 * As in the GNU C library: arguments that are no options are moved behind the
 * options, unless the list of options starts with '+' or POSIXLY_CORRECT is
 * set; '-' hands them out as option 1; ':' asks for silence; with "W;" in it
 * "-W name" is "--name". Invariant:
 * between calls, argv[optind] is the next argument to look at; getopt_rest is
 * NULL or points at a letter of the next option from there on. */
#include "libc.h"

#include "template.h"

#include <getopt.h>
#include <string.h>

#define VARIABLE(type, name) (*(type *)libc_address(libc_self(), name))
#define IND VARIABLE(int, LIBC_OPTIND)
#define ERR VARIABLE(int, LIBC_OPTERR)
#define OPT VARIABLE(int, LIBC_OPTOPT)
#define ARG VARIABLE(char *, LIBC_OPTARG)

struct parse {
  int argc;
  char **argv;
  const char *letters; /* without its leading '+' or '-' */
  const struct option *longs;
  int *index;
  bool only; /* long options with one dash too */
  bool quiet;
};

/* Move argv[from, to), which were options, before argv[at]. */
static void move_before(char **argv, int at, int from, int to)
{
  for (; from < to && at < from; at++, from++) {
    char *moved = argv[from];
    memmove(&argv[at + 1], &argv[at], (from - at) * sizeof *argv);
    argv[at] = moved;
  }
}

static int bad_argument(const struct parse *p)
{
  return p->quiet && p->letters[0] == ':' ? ':' : '?';
}

/* Are two long options of one start not the same one by two names? */
static bool differ(const struct parse *p, const struct option *a,
                   const struct option *b)
{
  return p->only || a->has_arg != b->has_arg || a->flag != b->flag ||
         a->val != b->val;
}

/* The long option of this name, or the first of this start, which may be
 * ambiguous; NULL if none. */
static const struct option *find_long(const struct parse *p, const char *name,
                                      size_t n, bool *ambiguous)
{
  const struct option *found = NULL;
  *ambiguous = false;
  for (const struct option *o = p->longs; o->name; o++) {
    if (strncmp(o->name, name, n) != 0) continue;
    if (strlen(o->name) == n) {
      *ambiguous = false;
      return o;
    }
    if (found && differ(p, found, o)) *ambiguous = true;
    if (!found) found = o;
  }
  return found;
}

static int bad_long(const struct parse *p, const char *format, const char *dash,
                    size_t n, const char *name, int value)
{
  if (!p->quiet) {
    fprintf(stderr, "%s: ", p->argv[0]);
    fprintf(stderr, format, dash, (int)n, name);
    fputc('\n', stderr);
  }
  OPT = value;
  return '?';
}

static int bad_start(const struct parse *p, const char *dash, size_t n,
                     const char *name, const struct option *first)
{
  OPT = 0;
  if (p->quiet) return '?';
  fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", p->argv[0],
          dash, name);
  for (const struct option *o = first; o->name; o++)
    if (strncmp(o->name, name, n) == 0 && (o == first || differ(p, first, o)))
      fprintf(stderr, " '%s%s'", dash, o->name);
  fputc('\n', stderr);
  return '?';
}

/* By name, behind what shows that it is one. */
static int parse_long(struct parse *p, const char *dash, char *name)
{
  size_t n = strcspn(name, "=");
  bool ambiguous;
  const struct option *o = find_long(p, name, n, &ambiguous);
  IND++;
  if (ambiguous) return bad_start(p, dash, n, name, o);
  if (!o)
    return bad_long(p, "unrecognized option '%s%.*s'", dash, strlen(name), name,
                    0);
  if (name[n] == '=') {
    if (o->has_arg == no_argument)
      return bad_long(p, "option '%s%.*s' doesn't allow an argument", dash,
                      strlen(o->name), o->name, o->val);
    ARG = name + n + 1;
  } else if (o->has_arg == required_argument) {
    if (IND >= p->argc) {
      bad_long(p, "option '%s%.*s' requires an argument", dash, strlen(o->name),
               o->name, o->val);
      return bad_argument(p);
    }
    ARG = p->argv[IND++];
  }
  if (p->index) *p->index = o - p->longs;
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

static int lacks_argument(const struct parse *p, int letter)
{
  OPT = letter;
  if (!p->quiet)
    fprintf(stderr, "%s: option requires an argument -- '%c'\n", p->argv[0],
            letter);
  return bad_argument(p);
}

static int unknown_letter(const struct parse *p, int letter)
{
  OPT = letter;
  if (!p->quiet)
    fprintf(stderr, "%s: invalid option -- '%c'\n", p->argv[0], letter);
  return '?';
}

static int parse_letter(struct parse *p)
{
  char **rest = &libc_self()->libc.getopt_rest;
  int c = (unsigned char)*(*rest)++;
  const char *known = c == ':' || c == ';' ? NULL : strchr(p->letters, c);
  char *text = **rest ? *rest : NULL; /* behind it, in the same word */
  if (!text) {
    IND++;
    *rest = NULL;
  }
  if (!known) return unknown_letter(p, c);
  bool is_long = c == 'W' && known[1] == ';' && p->longs; /* "-W name" */
  bool optional = known[1] == ':' && known[2] == ':';
  if (known[1] != ':' && !is_long) return c;
  *rest = NULL;
  if (!text && optional) return c;
  if (!text && IND >= p->argc) return lacks_argument(p, c);
  if (!text) text = p->argv[IND];
  if (is_long) return parse_long(p, "-W ", text);
  ARG = text;
  IND++;
  return c;
}

/* "-f" is the letter f where there is one, whatever long options start so. */
static bool is_long_with_one_dash(const struct parse *p, const char *text)
{
  bool ambiguous, is_letter = strchr(p->letters, text[1]);
  if (!p->longs || !p->only || text[1] == '-') return false;
  if (is_letter && !text[2]) return false;
  return !is_letter ||
         find_long(p, text + 1, strcspn(text + 1, "="), &ambiguous);
}

static int parse_option(struct parse *p)
{
  char *text = p->argv[IND];
  if (p->longs && text[1] == '-') return parse_long(p, "--", text + 2);
  if (is_long_with_one_dash(p, text)) return parse_long(p, "-", text + 1);
  libc_self()->libc.getopt_rest = text + 1;
  return parse_letter(p);
}

static bool is_option(const char *text)
{
  return text[0] == '-' && text[1] != 0;
}

static int parse_here(struct parse *p)
{
  const char *rest = libc_self()->libc.getopt_rest;
  return rest ? parse_letter(p) : parse_option(p);
}

/* What is skipped to reach the next option goes behind all that the option
 * consumes. In the midst of "-abc" nothing is consumed yet, and the next call
 * gets here again. */
static int parse_next(struct parse *p, char order)
{
  int skipped = IND;
  if (skipped >= p->argc) return -1;
  if (order == '-' && !is_option(p->argv[skipped])) {
    ARG = p->argv[IND++];
    return 1;
  }
  int found = skipped;
  while (order == 0 && found < p->argc && !is_option(p->argv[found]))
    found++;
  if (found == p->argc || !is_option(p->argv[found])) return -1;
  IND = found;
  int result = -1;
  if (strcmp(p->argv[found], "--") == 0)
    IND++;
  else
    result = parse_here(p);
  int consumed = IND - found;
  move_before(p->argv, skipped, found, found + consumed);
  IND = skipped + consumed;
  return result;
}

static int parse(int argc, char *const *argv, const char *letters,
                 const struct option *longs, int *index, bool only)
{
  struct parse p = {argc, (char **)argv, letters, longs, index, only, false};
  char order = getenv("POSIXLY_CORRECT") ? '+' : 0;
  if (IND == 0) {
    IND = 1;
    libc_self()->libc.getopt_rest = NULL;
  }
  if (*p.letters == '+' || *p.letters == '-') order = *p.letters++;
  p.quiet = !ERR || *p.letters == ':';
  if (argc < 1) return -1;
  ARG = NULL;
  return parse_next(&p, order);
}

static int options_getopt(int argc, char *const *argv, const char *letters)
{
  return parse(argc, argv, letters, NULL, NULL, false);
}

static int options_getopt_long(int argc, char *const *argv, const char *letters,
                               const struct option *longs, int *index)
{
  return parse(argc, argv, letters, longs, index, false);
}

static int options_getopt_long_only(int argc, char *const *argv,
                                    const char *letters,
                                    const struct option *longs, int *index)
{
  return parse(argc, argv, letters, longs, index, true);
}

const struct libc_entry libc_options_table[] = {
    {"getopt", options_getopt},
    {"__posix_getopt", options_getopt},
    {"getopt_long", options_getopt_long},
    {"getopt_long_only", options_getopt_long_only},
    {NULL, NULL}};
