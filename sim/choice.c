/* Choices: where MPI allows several outcomes. */
#include "choice.h"

#include <stdlib.h>

static const char *rest; /* of the list */

void choices_set(const char *list)
{
  rest = list;
}

bool choices_left(void)
{
  return rest && *rest;
}

int choose(enum choice kind, int outcomes)
{
  (void)kind; /* every kind draws from the same list */
  if (outcomes < 2 || !choices_left()) return 0;
  char *end;
  long answer = strtol(rest, &end, 10);
  rest = *end == ',' ? end + 1 : end;
  return answer < outcomes ? (int)answer : outcomes - 1;
}
