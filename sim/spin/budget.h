/* What looks in vain may cost. */
#ifndef ORIEL_BUDGET_H
#define ORIEL_BUDGET_H

#include <stdbool.h>

/* May a look begin that costs so many steps (next.h), if it is in vain? */
bool budget_allows(int cost);
/* It begins. */
void budget_begin(void);
/* It has cost so much, if one had begun, and was in vain. */
void budget_end(int cost);
/* It was not. */
void budget_found(void);

#endif
