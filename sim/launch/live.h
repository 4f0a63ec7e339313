/* A run that can be watched, asked and ended while it goes on. */
#ifndef ORIEL_LIVE_H
#define ORIEL_LIVE_H

/* From now on SIGUSR1 reports what the ranks do, as soon as they run. */
void live_open(void);
/* From now on SIGINT, SIGTERM or SIGHUP ends the run likewise, not just the
 * process. */
void live_take_ends(void);
/* Draw the bar every now and then; before the first rank runs. */
void live_bar(void);
/* The run ends: nothing is drawn or reported any more. */
void live_close(void);

#endif
