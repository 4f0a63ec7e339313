/* Naps: what strands sleep, or pass between polls in vain, while others poll.
 */
#ifndef ORIEL_NAPS_H
#define ORIEL_NAPS_H

#include <stdbool.h>

/* Nothing but polls and naps has happened for a while. */
void naps_note(void);
/* Nothing else has happened since: can no nap that goes on lead to anything
 * else? */
bool naps_in_vain(void);

#endif
