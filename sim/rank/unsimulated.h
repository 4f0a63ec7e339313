/* What only a simulated rank may call, and somebody else has. */
#ifndef ORIEL_UNSIMULATED_H
#define ORIEL_UNSIMULATED_H

/* End the process of a program that nobody simulates, where self is NULL. */
void unsimulated(const char *call) __attribute__((noreturn));

#endif
