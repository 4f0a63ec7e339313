/* Which rank runs on which host: --hostfile, --map-by, --ppn.
 *
 * A slot list (host, number of ranks it takes) comes from the host file or is
 * all hosts with their cores; --ppn replaces the numbers. By node, ranks go
 * round the hosts, and past those that have as many as the file gives; by core,
 * and with --ppn, hosts are filled one after the other. They must suffice, but
 * by node cores may be exceeded. */
#include "place.h"

#include "../../model/encoding.h"
#include "../../model/memory.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slot {
  int host, ranks;
  bool given; /* by the file */
};

struct slots {
  struct slot *slot;
  int count;
};

static void add(struct slots *s, int host, int ranks, bool given)
{
  s->slot = xgrow(s->slot, s->count, sizeof *s->slot);
  s->slot[s->count++] = (struct slot){host, ranks, given};
}

/* What stands behind the host. */
static int parse_ranks(const char *file, int number, bool colon,
                       const char *text)
{
  const char *digits = text;
  char *end = NULL;
  long n = 0;
  if (!colon) digits = strncmp(text, "slots=", 6) ? "" : text + 6;
  if (isdigit((unsigned char)*digits)) n = strtol(digits, &end, 10);
  if (!end || end[strspn(end, " \t")])
    usage_error("%s:%d: after the host comes nothing, \":N\" or \"slots=N\", "
                "not \"%.100s\"",
                file, number, text);
  if (n < 1 || n > RANKS_MAX)
    usage_error("%s:%d: a host takes from 1 to %d ranks, not \"%.100s\"", file,
                number, RANKS_MAX, text);
  return (int)n;
}

/* "NAME", "NAME:4" or "NAME slots=4", with # comments. */
static void parse_line(struct slots *s, const char *file, int number,
                       char *line)
{
  line[strcspn(line, "#\r\n")] = 0;
  char *name = line + strspn(line, " \t");
  if (!*name) return;
  char *rest = name + strcspn(name, " \t:");
  bool colon = *rest == ':';
  if (*rest) *rest++ = 0;
  if (!colon) rest += strspn(rest, " \t");
  int host = engine_host_find(name);
  if (host < 0)
    usage_error(
        "%s:%d: the platform has no host \"%.100s\"; of its %d the first "
        "is %s, the last %s",
        file, number, name, engine_host_count(), engine_host_name(0),
        engine_host_name(engine_host_count() - 1));
  bool given = colon || *rest;
  int ranks =
      given ? parse_ranks(file, number, colon, rest) : engine_host_cores(host);
  add(s, host, ranks, given);
}

static void read_hostfile(struct slots *s, const char *path)
{
  FILE *f = fopen(path, "r");
  if (!f) usage_error("host file %s: %s", path, strerror(errno));
  const char *mistake = encoding_mistake(fileno(f));
  if (mistake) usage_error("host file %s: %s", path, mistake);
  char *line = NULL;
  size_t size = 0;
  ssize_t bytes;
  errno = 0;
  for (int number = 1; (bytes = getline(&line, &size, f)) >= 0; number++) {
    mistake = encoding_mistake_in(line, (size_t)bytes);
    if (mistake) usage_error("%s:%d: %s", path, number, mistake);
    parse_line(s, path, number, line);
  }
  if (ferror(f)) usage_error("host file %s: %s", path, strerror(errno));
  if (!s->count) usage_error("host file %s: it names no host", path);
  free(line);
  fclose(f);
}

static void no_room(const struct options *o, int room)
{
  usage_error("%d ranks, but host file %s gives room for %d", o->ranks,
              o->hostfile, room);
}

static bool all_given(const struct slots *s)
{
  for (int i = 0; i < s->count; i++)
    if (!s->slot[i].given) return false;
  return true;
}

static void fill(const struct slots *s, const struct options *o,
                 struct rank_place *places)
{
  int rank = 0;
  for (int i = 0; i < s->count; i++)
    for (int k = 0; k < s->slot[i].ranks && rank < o->ranks; k++)
      places[rank++].host = s->slot[i].host;
  const char *hosts = s->count == 1 ? "host" : "hosts";
  if (rank < o->ranks && o->ppn)
    usage_error("%d ranks, but --ppn %d leaves room for %d on %d %s", o->ranks,
                o->ppn, rank, s->count, hosts);
  if (rank < o->ranks && all_given(s)) no_room(o, rank);
  if (rank < o->ranks)
    usage_error("%d ranks, but the cores are %d on %d %s; --map-by node puts "
                "several ranks on a core",
                o->ranks, rank, s->count, hosts);
}

static bool has_room(const struct slot *s, int round)
{
  return !s->given || round < s->ranks;
}

static void go_round(const struct slots *s, const struct options *o,
                     struct rank_place *places)
{
  int rank = 0;
  for (int round = 0, before = -1; rank < o->ranks; round++) {
    if (rank == before) no_room(o, rank);
    before = rank;
    for (int i = 0; i < s->count && rank < o->ranks; i++)
      if (has_room(&s->slot[i], round)) places[rank++].host = s->slot[i].host;
  }
}

struct rank_place *place_ranks(const struct options *o)
{
  struct rank_place *places = xcalloc(o->ranks, sizeof *places);
  struct slots s = {0};
  int rank = 0;
  for (int i = 0; i < o->app_count; i++)
    for (int k = 0; k < o->apps[i].ranks; k++)
      places[rank++].app = i;
  if (o->hostfile)
    read_hostfile(&s, o->hostfile);
  else
    for (int i = 0; i < engine_host_count(); i++)
      add(&s, i, engine_host_cores(i), false);
  for (int i = 0; i < s.count && o->ppn; i++)
    s.slot[i].ranks = o->ppn;
  if (o->map_by == MAP_BY_CORE || o->ppn)
    fill(&s, o, places);
  else
    go_round(&s, o, places);
  free(s.slot);
  return places;
}
