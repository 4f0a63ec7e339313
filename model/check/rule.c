/* The rules: a row for each, in the order of enum rule. docs/checking.md
 * describes them under these names. */
#include "report.h"

#include <string.h>

static const struct rule_about rules[RULES] = {
    [RULE_CONFLICT] = {"conflict", false, "MPI-4.1 12.7"},
    [RULE_ACCUMULATE_OPS] = {"accumulate-ops", true, "MPI-4.1 12.2.1"},
    [RULE_EPOCH] = {"epoch", false, "MPI-4.1 12.5"},
    [RULE_ASSERT] = {"assert", false, "MPI-4.1 12.5.5"},
    [RULE_FLUSH_SELF] = {"flush-self", true, "MPI-4.1 12.5.4"},
    [RULE_PENDING] = {"pending", false, "MPI-4.1 12.5"},
    [RULE_LEAK] = {"leak", true, "MPI-4.1 11.2.2"},
    [RULE_BUFFER] = {"buffer", false, NULL},
    [RULE_WINDOW_MEMORY] = {"window-memory", false, "MPI-4.1 12.2"},
    [RULE_RANGE] = {"range", false, "MPI-4.1 12.3"},
    [RULE_SIGNATURE] = {"signature", false, NULL},
    [RULE_COLLECTIVE] = {"collective", false, "MPI-4.1 6.1"},
    [RULE_TRUNCATION] = {"truncation", false, "MPI-4.1 3.2.4"},
    [RULE_DEADLOCK] = {"deadlock", false, NULL},
    [RULE_PORTABILITY] = {"portability", true, "MPI-4.1 12.4"},
    [RULE_ERROR] = {"error", false, NULL},
};

const struct rule_about *rule_about(enum rule rule)
{
  return &rules[rule];
}

enum rule rule_named(const char *name, size_t length)
{
  for (int i = 0; i < RULES; i++)
    if (strlen(rules[i].name) == length &&
        strncmp(rules[i].name, name, length) == 0)
      return (enum rule)i;
  return RULES;
}
