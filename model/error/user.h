/* Error classes, codes and strings that a program adds. [MPI-4.1 9.5]
 *
 * They belong to one rank: MPI makes these calls local. Invariants: values lie
 * above MPI_ERR_LASTCODE and are never given twice; a class outlives its
 * codes. */
#ifndef ORIEL_ERROR_USER_H
#define ORIEL_ERROR_USER_H

struct user_error;

/* All zero is "none added". */
struct user_errors {
  struct user_error *errors; /* [i] has the value MPI_ERR_LASTCODE + 1 + i */
  int count;
  int last_used; /* what the attribute MPI_LASTUSEDCODE points to */
};

/* Each returns 0 or a fault's class. */
int user_error_add_class(struct user_errors *, int *error_class);
int user_error_add_code(struct user_errors *, int error_class, int *code);
int user_error_set_text(struct user_errors *, int code, const char *text);
int user_error_remove_class(struct user_errors *, int error_class);
int user_error_remove_code(struct user_errors *, int code);
int user_error_remove_text(struct user_errors *, int code);

/* The class of any code, predefined or added; -1 when there is no such. */
int error_class_of(const struct user_errors *, int code);
/* The string of a code: "" when it was added without one, NULL when there is no
 * such code. */
const char *error_text_of(const struct user_errors *, int code);
/* The value of MPI_LASTUSEDCODE. */
int error_last_used(const struct user_errors *);

#endif
