/* A fault: what is wrong with a call, as an MPI error class and a sentence.
 *
 * The one error path. Whoever first sees that something is wrong calls
 * fault() and returns what it returns; callers hand the class up unchanged
 * (zero is success); sim/api/raise.c alone turns it into an error handler's
 * call. Invariant: when a nonzero class travels up, the text is that of the
 * last fault().
 *
 * The text continues "rank 3 at jacobi.c:88: MPI_Put": it starts with " to
 * rank 4 ..." or ": count is -1 ...", shows the arithmetic, and ends with the
 * rule, as in "[MPI-4.1 12.3]". */
#ifndef ORIEL_FAULT_H
#define ORIEL_FAULT_H

/* Remember the sentence; the value is `error_class` (an MPI_ERR_*), so that
 * whoever reads the call, a compiler too, sees that it is no success. */
#define fault(error_class, ...) (fault_say(__VA_ARGS__), (error_class))
void fault_say(const char *format, ...)
    __attribute__((cold, format(printf, 1, 2)));

/* The sentence of the last fault; never NULL, and shorter than FAULT_SIZE. */
enum { FAULT_SIZE = 2048 };
const char *fault_text(void);

/* The standard's name of a class, "MPI_ERR_RANK"; NULL when unknown. */
const char *error_class_name(int error_class);

/* A sentence for MPI_Error_string, as "invalid rank"; NULL when unknown. */
const char *error_class_text(int error_class);

#endif
