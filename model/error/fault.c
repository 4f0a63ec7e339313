/* The sentence of the last fault, kept in one buffer: one thread, one error at
 * a time. A sentence that is too long ends in "...". */
#include "fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char sentence[FAULT_SIZE];

void fault_say(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(sentence, sizeof sentence, format, arguments);
  va_end(arguments);
  if (length >= (int)sizeof sentence)
    strcpy(sentence + sizeof sentence - 4, "...");
}

const char *fault_text(void)
{
  return sentence;
}
