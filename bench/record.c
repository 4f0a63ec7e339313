/* The record: what was measured, as JSON. */
#include "bench.h"

#include "../traces/json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const outcomes[] = {"not run", "ended", "failed",
                                       "stopped for its time",
                                       "stopped for its memory"};

static void write_machine(struct json *j)
{
  json_begin(j, "machine");
  json_string(j, "cpu", machine.cpu);
  json_integer(j, "cores", (unsigned long)machine.cores);
  json_number(j, "memory", machine.memory);
  json_string(j, "kernel", machine.kernel);
  json_string(j, "system", machine.system);
  json_string(j, "compiler", machine.compiler);
  json_number(j, "load", machine.load);
  json_end(j);
}

static void write_made_of(struct json *j, const struct made_of *m)
{
  if (m->switches == 0) return;
  json_number(j, "switches", m->switches);
  json_number(j, "events", m->events);
  json_number(j, "dates", m->dates);
  json_number(j, "flows", m->flows);
  json_number(j, "one-sided", m->operations);
  json_number(j, "copies", m->copies);
  json_number(j, "bytes_copied", m->bytes);
}

static void write_measurement(struct json *j, const struct measurement *m)
{
  char key[128];
  const struct figures *f = &m->figures;
  snprintf(key, sizeof key, "%s %d %s", m->program->name, m->ranks,
           runner_names[m->runner]);
  json_begin(j, key);
  json_string(j, "outcome", outcomes[f->outcome]);
  if (m->why) json_string(j, "why", m->why);
  if (f->outcome == FAILED) {
    json_integer(j, "exit", (unsigned long)f->exit_code);
    json_string(j, "error", f->errors);
  }
  if (f->outcome == ENDED) {
    json_integer(j, "runs", (unsigned long)m->runs);
    json_number(j, "wall", f->wall);
    json_number(j, "cpu", f->cpu);
    json_number(j, "peak_memory", f->peak);
    json_number(j, "operations", m->operations);
    json_number(j, "simulated", m->seconds);
    write_made_of(j, &m->made_of);
  }
  json_end(j);
}

static void write_target(struct json *j, const struct target *t)
{
  static const char *const verdicts[] = {"not measured", "not met", "met"};
  char key[300];
  snprintf(key, sizeof key, "%s. %s", t->name, t->text);
  json_begin(j, key);
  if (t->met >= 0) json_number(j, "figure", t->figure);
  json_number(j, t->bound < 0 ? "at least" : "at most", fabs(t->bound));
  json_string(j, "verdict", verdicts[t->met + 1]);
  json_end(j);
}

/* Left out is what was not measured. */
static void write_copy(struct json *j, const struct copy_figure *c)
{
  char key[64];
  snprintf(key, sizeof key, "%s %d", c->kind, c->block);
  json_begin(j, key);
  if (!isnan(c->pack)) json_number(j, "pack", c->pack);
  if (!isnan(c->unpack)) json_number(j, "unpack", c->unpack);
  if (!isnan(c->mpich_pack)) json_number(j, "mpich_pack", c->mpich_pack);
  if (!isnan(c->mpich_unpack)) json_number(j, "mpich_unpack", c->mpich_unpack);
  json_end(j);
}

int record_write(const char *path)
{
  struct json j;
  if (json_open(&j, path)) return -1;
  write_machine(&j);
  json_begin(&j, "runs");
  for (int i = 0; i < measurement_count; i++)
    write_measurement(&j, &measurements[i]);
  json_end(&j);
  json_begin(&j, "copies");
  for (int i = 0; i < copy_count; i++)
    write_copy(&j, &copies[i]);
  json_end(&j);
  json_begin(&j, "targets");
  for (int i = 0; i < target_count; i++)
    write_target(&j, &targets[i]);
  json_end(&j);
  return json_close(&j);
}
