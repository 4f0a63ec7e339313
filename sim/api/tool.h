/* The tool interface, MPI_T: what a program may ask of the simulator itself.
 *
 * Control variables are the parameters of the timing model (sim/cost), fixed
 * when the run starts; performance variables count what the run does. All may
 * be used before MPI_Init and after MPI_Finalize, and no error of theirs meets
 * an error handler. [MPI-4.1 15.3] */
#ifndef ORIEL_API_TOOL_H
#define ORIEL_API_TOOL_H

#include "call.h"

#include <mpi.h>

/* 0, or MPI_T_ERR_NOT_INITIALIZED. */
int tool_check(void);
/* The same, or MPI_T_ERR_INVALID_INDEX for one outside [0, count). */
int tool_check_index(int index, int count, const char *what);
/* The argument has no address. The interface has error codes of its own.
 * [MPI-4.1 15.3.10] */
int tool_null(const char *argument);

/* Return a string as [MPI-4.1 15.3.3] wants it; both may be NULL. */
void tool_give_text(const char *text, char *out, int *length);
/* Return a value where it is asked for. */
#define TOOL_GIVE(pointer, value)                                              \
  do {                                                                         \
    if (pointer) *(pointer) = (value);                                         \
  } while (0)

/* The enumeration of what a parameter takes, MPI_T_ENUM_NULL for others; and
 * the number of a word in it. */
MPI_T_enum tool_enum_of(const char *parameter);
int tool_enum_number(const char *parameter, const char *word);

/* Variables by category; tool.c has the table of categories. */
enum tool_category {
  TOOL_ALL, /* holds the other categories, no variables */
  TOOL_COST,
  TOOL_TIME,
  TOOL_NETWORK,
  TOOL_OPERATIONS,
  TOOL_ENGINE,
  TOOL_CATEGORIES
};
int tool_cvar_count(void);
int tool_pvar_count(void);
enum tool_category tool_pvar_category(int index);

/* Begin to count operations; more than once does no harm. */
void tool_pvar_open(void);

#endif
