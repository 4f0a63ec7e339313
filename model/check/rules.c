/* Opens and closes the rules, a line for each. */
#include "rules.h"
#include "exposed.h"
#include "watched.h"

const struct check_options *checking;

void rules_open(const struct check_options *options)
{
  checking = options;
  exposed_open();
  errors_open();
  assert_open();
  epochs_open();
  locked_open();
  held_open();
  flush_open();
  watched_open();
  signature_open();
  ready_open();
  collective_open();
  exchange_open();
  buffer_open();
  window_memory_open();
  alloc_mem_open();
  succession_open();
  guard_open();
  freed_open();
  mail_open();
  leak_open();
}

void rules_close(bool regular, double date)
{
  epochs_close(regular, date);
  guard_close(date);
  freed_close();
  mail_close(regular);
  leak_close(regular, date);
}
