/* How long nothing but polls may happen: --patience. */
#ifndef ORIEL_PATIENCE_H
#define ORIEL_PATIENCE_H

/* From now on polls are counted; so many seconds' worth of them, while nothing
 * else happens or is to come, are a deadlock, which ends the run. */
void patience_open(double seconds);

#endif
