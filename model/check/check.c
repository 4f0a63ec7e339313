/* The checker's beginning and end. */
#include "check.h"
#include "rules.h"

void check_open(const struct check_options *options)
{
  rules_open(options);
}

void check_close(bool regular)
{
  rules_close(regular);
}
