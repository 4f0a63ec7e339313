/* A run that can be watched, asked and ended while it goes on. */
#ifndef ORIEL_LIVE_H
#define ORIEL_LIVE_H

#include <stdbool.h>

/* From now on SIGUSR1 reports what the ranks do, as soon as they run. */
void live_open(void);
/* From now on SIGINT, SIGTERM or SIGHUP ends the run likewise, not just the
 * process; so does it, without a word if `quiet`, that nobody reads its output
 * any more. */
void live_take_ends(bool quiet);
/* Has that come? */
bool live_unread(void);
/* Draw the bar every now and then; before the first rank runs. */
void live_bar(void);
/* The run ends: nothing is drawn or reported any more. */
void live_close(void);

#endif
