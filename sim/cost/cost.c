/* The parameters, described by one table: names, units, limits, defaults.
 *
 * Reading and printing both walk the table, so that a parameter is added in
 * one place. A default is the figure of a machine of the Cray XC class unless
 * its line says otherwise; the platforms that come with Oriel set their own.
 * Invariant: a value in `cost` or `overheads` has passed its row's limits. */
#include "cost.h"

#include "../engine/engine.h"
#include "../plain_locale.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { TIME, SHARE, SPEED, SIZE, NUMBER, OVERHEAD, WORD };
enum { RANGES_MAX = 16, TEXT_MAX = 2048 };

struct overhead { /* of one call, by size range */
  int n;
  struct cost_range ranges[RANGES_MAX]; /* ascending */
};

struct cost_parameters cost;
static struct overhead overheads[COST_CALLS];
const struct cost_range *cost_ranges[COST_CALLS];

static const char *const protocols[] = {"rdma", "message", NULL};
static const char *const progresses[] = {"hardware", "thread", "weak", NULL};
static const char *const networks[] = {"hybrid", "fluid", "latency", NULL};

static int protocol, progress, network; /* indices into the words */

static const struct parameter {
  const char *name;
  enum kind kind;
  void *where;
  const char *standard; /* the default */
  int zero_refused;
  const char *const *words;
} parameters[] = {
    /* An 8-byte put leaves a Haswell core every 0.38 us: the put rate of
     * foMPI on Aries, as reported with the one-sided triangular solver. */
    {"o_put", OVERHEAD, &overheads[COST_PUT], "3.8e-7", 0, NULL},
    /* No figures of their own: as a put. */
    {"o_get", OVERHEAD, &overheads[COST_GET], "3.8e-7", 0, NULL},
    {"o_acc", OVERHEAD, &overheads[COST_ACC], "3.8e-7", 0, NULL},
    {"o_send", OVERHEAD, &overheads[COST_SEND], "3.8e-7", 0, NULL},
    {"o_recv", OVERHEAD, &overheads[COST_RECV], "3.8e-7", 0, NULL},
    /* A hundred million messages per second and interface: the order of the
     * Aries network's published rate, quoted from memory. */
    {"gap", TIME, &cost.gap, "1e-8", 0, NULL},
    /* The latencies of a platform's links are all there is, unless it says
     * otherwise: SimGrid's clusters have one latency for all links, so where
     * routes differ in length the interfaces' part is given here. */
    {"interface", TIME, &cost.interface, "0", 0, NULL},
    /* The notice travels the whole way back. */
    {"ack", SHARE, &cost.ack, "1", 0, NULL},
    /* foMPI on Gemini, hardware sum: 28 ns per element, quoted from memory. */
    {"atomic", TIME, &cost.atomic, "2.8e-8", 0, NULL},
    /* 0.36 ns/B: what osu_acc costs above osu_put at 4 MiB, Open MPI over
     * Ethernet, google c3-standard-176 benchmark. */
    {"combine", SPEED, &cost.combine, "2.8e9", 1, NULL},
    /* A 1 MiB put within a Cascade Lake node takes 70 us (Open MPI). */
    {"copy", SPEED, &cost.copy, "1.5e10", 1, NULL},
    /* Chosen: as flow_min. */
    {"eager", SIZE, &cost.eager, "8192", 0, NULL},
    /* Chosen: below, the latency is most of the time of a message. */
    {"flow_min", SIZE, &cost.flow_min, "8192", 0, NULL},
    /* Chosen: some tens of cycles. */
    {"clock", TIME, &cost.clock, "1e-8", 1, NULL},
    /* Chosen: the order of an empty flush of foMPI (76 ns, quoted from
     * memory). */
    {"poll", TIME, &cost.poll, "1e-7", 1, NULL},
    {"noise", SHARE, &cost.noise, "0", 0, NULL},
    {"noise_seed", NUMBER, &cost.noise_seed, "1", 0, NULL},
    {"protocol", WORD, &protocol, "rdma", 0, protocols},
    {"progress", WORD, &progress, "hardware", 0, progresses},
    {"network", WORD, &network, "hybrid", 0, networks},
};
enum { PARAMETERS = sizeof parameters / sizeof *parameters };

/* What a parameter takes, for messages. */
static const char *const takes[] = {
    [TIME] = "seconds, as 2e-7",
    [SHARE] = "a share from 0 to 1, as 0.5",
    [SPEED] = "bytes per second, as 1e10",
    [SIZE] = "bytes, as 8192",
    [NUMBER] = "a whole number, as 7",
    [OVERHEAD] = "seconds+seconds per byte by size, as 2e-7;8192:1e-6+1e-10",
};

static const struct parameter *parameter_find(const char *name, size_t length)
{
  for (int i = 0; i < PARAMETERS; i++)
    if (strlen(parameters[i].name) == length &&
        memcmp(parameters[i].name, name, length) == 0)
      return &parameters[i];
  return NULL;
}

/* --- reading; each returns what is wrong, NULL when nothing is --- */

/* Nothing sensible is beyond, and sums and quotients of what is within are
 * finite: an infinite date would be a deadlock. */
static const double large = 1e15;

/* Of what must move the date, since a program may wait for one by polls and
 * clocks: less than a cycle of any processor. */
#define LEAST 1e-10
#define LEAST_TEXT "1e-10"

const char *cost_number(const char **text, double *value)
{
  const char *digits = *text + (**text == '-');
  if (!isdigit((unsigned char)digits[*digits == '.'])) return "not a number";
  if (digits[0] == '0' && tolower(digits[1]) == 'x') return "not a number";
  char *end;
  *value = strtod(*text, &end);
  *text = end;
  if (!isfinite(*value)) return "too large a number";
  if (*value < 0) return "a negative value";
  return NULL;
}

static const char *size_read(const char **text, size_t *value)
{
  double number = 0;
  const char *wrong = cost_number(text, &number);
  if (wrong) return wrong;
  if (number != floor(number)) return "not a whole number";
  if (number > large) return "too large a number";
  *value = number;
  return NULL;
}

static const char *time_read(const char **text, double *value)
{
  const char *wrong = cost_number(text, value);
  return wrong || *value <= large ? wrong : "too large a number";
}

static const char *range_read(const char **text, struct cost_range *range)
{
  const char *wrong = time_read(text, &range->a);
  range->b = 0;
  if (wrong || **text != '+') return wrong;
  ++*text;
  return time_read(text, &range->b);
}

static const char *overhead_read(const char **text, struct overhead *overhead)
{
  overhead->n = 0;
  for (;;) {
    struct cost_range *range = &overhead->ranges[overhead->n];
    const char *wrong = range_read(text, range);
    if (wrong) return wrong;
    if (overhead->n++ == 0) range->from = 0;
    if (**text != ';') return NULL;
    ++*text;
    if (overhead->n == RANGES_MAX) return "more than 16 size ranges";
    wrong = size_read(text, &range[1].from);
    if (wrong) return wrong;
    if (range[1].from <= range->from) return "size ranges do not ascend";
    if (**text != ':') return "a size range without ':'";
    ++*text;
  }
}

static const char *word_read(const char **text, const struct parameter *p)
{
  for (int i = 0; p->words[i]; i++)
    if (strcmp(*text, p->words[i]) == 0) {
      *(int *)p->where = i;
      *text += strlen(*text);
      return NULL;
    }
  return "no such choice";
}

static const char *number_read(const char **text, const struct parameter *p)
{
  double value = 0;
  const char *wrong =
      p->kind == TIME ? time_read(text, &value) : cost_number(text, &value);
  if (wrong) return wrong;
  if (p->zero_refused && value == 0) return "zero";
  if (p->zero_refused && p->kind == TIME && value < LEAST)
    return "below " LEAST_TEXT;
  if (p->kind == SPEED && value < 1 / large) return "too small a number";
  if (p->kind == SHARE && value > 1) return "above 1";
  *(double *)p->where = value;
  return NULL;
}

static const char *value_read(const struct parameter *p, const char *text)
{
  const char *wrong;
  struct overhead overhead;
  switch (p->kind) {
  case OVERHEAD:
    wrong = overhead_read(&text, &overhead);
    if (!wrong && !*text) *(struct overhead *)p->where = overhead;
    break;
  case SIZE:
  case NUMBER:
    wrong = size_read(&text, p->where);
    break;
  case WORD:
    wrong = word_read(&text, p);
    break;
  default:
    wrong = number_read(&text, p);
  }
  return !wrong && *text ? "text after the number" : wrong;
}

/* --- loading --- */

struct load {
  const char *source;    /* the platform file; NULL for an option */
  int asked[PARAMETERS]; /* 1 by the platform, 2 by an option */
  char *why;
  size_t why_size;
  int failed;
};

static void __attribute__((format(printf, 2, 3)))
load_fail(struct load *load, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (!load->failed) vsnprintf(load->why, load->why_size, format, arguments);
  va_end(arguments);
  load->failed = 1;
}

static void names_list(char *text, size_t size)
{
  size_t used = 0;
  for (int i = 0; i < PARAMETERS && used < size; i++)
    used += snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                     parameters[i].name);
}

static void choices_list(const struct parameter *p, char *text, size_t size)
{
  size_t used = 0;
  for (int i = 0; p->words[i] && used < size; i++)
    used +=
        snprintf(text + used, size - used, "%s%s", i ? ", " : "", p->words[i]);
}

/* `what` is "--cost gap=-1" or "fat-tree.xml: property oriel:gap=-1". */
static void set(struct load *load, const char *what, const char *name,
                size_t length, const char *value)
{
  char text[TEXT_MAX];
  const struct parameter *p = parameter_find(name, length);
  if (!p) {
    names_list(text, sizeof text);
    load_fail(load, "%s: no such parameter; there are %s", what, text);
    return;
  }
  load->asked[p - parameters] = load->source ? 1 : 2;
  const char *wrong = value_read(p, value);
  if (!wrong) return;
  if (p->kind == WORD)
    choices_list(p, text, sizeof text);
  else
    snprintf(text, sizeof text, "%s", takes[p->kind]);
  load_fail(load, "%s: %s; %s takes %s", what, wrong, p->name, text);
}

static void set_property(const char *name, const char *value, void *arg)
{
  struct load *load = arg;
  char what[TEXT_MAX];
  if (strncmp(name, "oriel:", 6) != 0) {
    if (parameter_find(name, strlen(name)))
      load_fail(load,
                "%s: property %s: Oriel's are named with oriel:, as "
                "oriel:%s",
                load->source, name, name);
    return;
  }
  snprintf(what, sizeof what, "%s: property %s=%s", load->source, name, value);
  set(load, what, name + 6, strlen(name + 6), value);
}

static void set_option(struct load *load, const char *option)
{
  char what[TEXT_MAX];
  bool own = strncmp(option, "--", 2) == 0; /* --network=fluid */
  snprintf(what, sizeof what, "%s%s", own ? "" : "--cost ", option);
  if (own) option += 2;
  const char *equal = strchr(option, '=');
  if (!equal) {
    load_fail(load, "%s: not NAME=VALUE, as gap=2e-7", what);
    return;
  }
  set(load, what, option, equal - option, equal + 1);
}

/* A platform's progress goes with the platform's protocol: an option that
 * changes the protocol does not conflict with it. */
static void words_settle(struct load *load, const char *platform)
{
  const struct parameter *of_protocol = parameter_find("protocol", 8);
  const struct parameter *of_progress = parameter_find("progress", 8);
  int by_protocol = load->asked[of_protocol - parameters];
  int by_progress = load->asked[of_progress - parameters];
  if (protocol == PROTOCOL_MESSAGE && progress == PROGRESS_HARDWARE) {
    if (by_progress && by_progress >= by_protocol)
      load_fail(load,
                "%s%sprotocol=message with progress=hardware: messages need "
                "the target's processor; progress is thread or weak",
                by_progress == 1 ? platform : "", by_progress == 1 ? ": " : "");
    progress = PROGRESS_WEAK;
  }
  cost.protocol = protocol;
  cost.progress = progress;
  cost.network = network;
}

int cost_load(const char *platform, const char *const overrides[], int n,
              char *why, size_t why_size)
{
  struct load load = {platform, {0}, why, why_size, 0};
  for (int i = 0; i < PARAMETERS; i++)
    value_read(&parameters[i], parameters[i].standard);
  engine_properties(set_property, &load);
  load.source = NULL;
  for (int i = 0; i < n; i++)
    set_option(&load, overrides[i]);
  words_settle(&load, platform);
  cost.noisy = cost.noise > 0;
  for (int i = 0; i < COST_CALLS; i++)
    cost_ranges[i] = &overheads[i].ranges[overheads[i].n - 1];
  return load.failed ? -1 : 0;
}

/* --- answering --- */

/* The shortest decimal that reads back as the value. */
static size_t number_print(char *text, size_t size, double value)
{
  int n = 0;
  for (int precision = 1; precision <= 17; precision++) {
    n = snprintf(text, size, "%.*g", precision, value);
    if (strtod(text, NULL) == value) break;
  }
  return n;
}

static void overhead_print(char *text, size_t size, const struct overhead *o)
{
  size_t used = 0;
  for (int i = 0; i < o->n; i++) {
    if (i)
      used += snprintf(text + used, size - used, ";%zu:", o->ranges[i].from);
    used += number_print(text + used, size - used, o->ranges[i].a);
    if (o->ranges[i].b == 0) continue;
    text[used++] = '+';
    used += number_print(text + used, size - used, o->ranges[i].b);
  }
}

static void value_print(char *text, size_t size, const struct parameter *p)
{
  if (p->kind == OVERHEAD)
    overhead_print(text, size, p->where);
  else if (p->kind == SIZE || p->kind == NUMBER)
    snprintf(text, size, "%zu", *(size_t *)p->where);
  else if (p->kind == WORD)
    snprintf(text, size, "%s", p->words[*(int *)p->where]);
  else
    number_print(text, size, *(double *)p->where);
}

void cost_each(void (*each)(const char *name, const char *value, void *arg),
               void *arg)
{
  char text[TEXT_MAX];
  locale_t program = plain_locale_enter();
  for (int i = 0; i < PARAMETERS; i++) {
    value_print(text, sizeof text, &parameters[i]);
    each(parameters[i].name, text, arg);
  }
  plain_locale_leave(program);
}

const char *const *cost_words(const char *name)
{
  const struct parameter *p = parameter_find(name, strlen(name));
  return p ? p->words : NULL;
}
