/* Opens and closes the rules, a line for each. */
#include "rules.h"

const struct check_options *checking;

void rules_open(const struct check_options *options)
{
  checking = options;
  errors_open();
  leak_open();
}

void rules_close(bool regular)
{
  leak_close(regular);
}
