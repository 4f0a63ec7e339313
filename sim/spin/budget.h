/* What looks in vain may cost. */
#ifndef ORIEL_BUDGET_H
#define ORIEL_BUDGET_H

/* What a look may cost, in steps (next.h), though it be in vain: up to `most`;
 * 0: less than `least`, so none begins now. */
int budget_of(int least, int most);
/* It begins. */
void budget_begin(void);
/* It has cost so much, if one had begun, and was in vain. */
void budget_end(int cost);
/* It was not. */
void budget_found(void);

#endif
