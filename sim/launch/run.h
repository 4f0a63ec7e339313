/* A run, from the command line to the exit code. */
#ifndef ORIEL_RUN_H
#define ORIEL_RUN_H

/* All that orielrun does. Never returns. */
__attribute__((noreturn, visibility("default"))) void oriel_run(int argc,
                                                                char **argv);

#endif
