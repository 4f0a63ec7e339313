/* Choices: where MPI allows several outcomes, one function decides.
 *
 * The answer is the one that is first in time, then in rank; --choices gives
 * other answers, in the order in which the questions come, and so replays a
 * run. Invariant: a question with one outcome is not counted. */
#ifndef ORIEL_CHOICE_H
#define ORIEL_CHOICE_H

#include <stdbool.h>

enum choice {
  CHOICE_LOCK,    /* which of the waiting lock requests is granted */
  CHOICE_MATCH,   /* which sender's message a wildcard receive takes */
  CHOICE_REQUEST, /* which completed request MPI_Waitany and the like give */
};

/* "1,0,2": the answers, from the first question on; checked by the caller.
 * Beyond the last, and without a list, the answer is 0. Before the run. */
void choices_set(const char *list);
/* Will an answer differ from 0? While not, nobody need count outcomes. */
bool choices_left(void);
/* Which of `outcomes` >= 1, from 0; an answer that is too large means the
 * last one. */
int choose(enum choice, int outcomes);

#endif
