/* Simulations inside cmocka tests.
 *
 * A test runs a function of its own, or another program, on simulated ranks,
 * each time in a process of its own: every rank has its own copy of the test
 * program's variables, and nothing of a run is left in the test. Include
 * cmocka.h first; build with  cc test.c -loriel -lcmocka  (orielcc --check
 * does so that the checker sees loads and stores).
 *
 *   static int ring(int argc, char **argv)   each rank's main()
 *   {
 *     MPI_Init(&argc, &argv); ... MPI_Finalize();
 *     return 0;
 *   }
 *
 *   static void test_ring(void **state)
 *   {
 *     struct oriel_result *r = oriel_test_run(ring, 4, "--check", NULL);
 *     oriel_assert_clean(r);
 *     oriel_assert_time_at_most(r, 20e-6);
 *     oriel_result_free(r);
 *   }
 *
 * docs/testing.md has an example. */
#ifndef ORIEL_TEST_H
#define ORIEL_TEST_H

#include <stddef.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the checker reported. Places are as in its texts, "halo.c:88" or
 * "halo.c:95, update_edge()"; empty where there is none. */
struct oriel_report {
  const char *rule; /* "conflict"; docs/checking.md lists them */
  int warning;      /* else an error */
  unsigned long count;
  const char *headline;
  const char *what[2], *place[2]; /* the two sides, the earlier first */
};

/* Owned by the caller, with all texts. */
struct oriel_result {
  int exit_code; /* orielrun's: 0, the program's, or 120 to 125; 128 and the
                    signal when it was killed */
  double time;   /* simulated seconds until the last rank ended, or the run was
                    cut short; below 0 when it did not start */
  const char *output; /* all that the ranks wrote, in the order of time */
  const char *errors; /* standard error: the ranks' and Oriel's */
  int report_count;
  const struct oriel_report *reports; /* in the order of simulated dates */
  size_t output_size, errors_size; /* bytes, where these hold null characters */
};

/* Compilers warn of a call whose last argument is not NULL. */
#ifdef __GNUC__
#define ORIEL_ENDED_BY_NULL __attribute__((sentinel))
#else
#define ORIEL_ENDED_BY_NULL
#endif

/* Run `function` as main() of each of `ranks` ranks. Further arguments are
 * options of orielrun, such as "--platform", "machine.xml", and behind a "--"
 * arguments of the function, its argv[1] and so on; the last is NULL.
 * Never returns NULL: the result of what cannot be started has exit code 125,
 * and the reason in its errors. */
struct oriel_result *oriel_test_run(int (*function)(int, char **), int ranks,
                                    ... /* , NULL */) ORIEL_ENDED_BY_NULL;
/* The same for a program; `command` holds its path and arguments, up to a
 * NULL. */
struct oriel_result *oriel_test_program(char *const command[], int ranks,
                                        ... /* , NULL */) ORIEL_ENDED_BY_NULL;
void oriel_result_free(struct oriel_result *);

/* Does one of the reports have this rule and these places, in any order? A
 * place fits if it begins with the text, numbers being whole; NULL fits all. */
int oriel_result_has(const struct oriel_result *, const char *rule,
                     const char *place, const char *other);
/* What a failed assertion shows of it; static memory. */
const char *oriel_result_text(const struct oriel_result *);

#ifdef __cplusplus
}
#endif

/* Assertions for cmocka; arguments are evaluated once. */
#define ORIEL_ASSERT(r, condition, text)                                       \
  do {                                                                         \
    const struct oriel_result *oriel_r_ = (r);                                 \
    if (!(condition)) {                                                        \
      print_error("%s\nNot so: %s\n", oriel_result_text(oriel_r_), text);      \
      _fail(__FILE__, __LINE__);                                               \
    }                                                                          \
  } while (0)

/* Ended with 0 and not one report, warnings included. */
#define oriel_assert_clean(r)                                                  \
  ORIEL_ASSERT(r, oriel_r_->exit_code == 0 && oriel_r_->report_count == 0,     \
               "exit_code == 0 && report_count == 0")
#define oriel_assert_exit(r, code)                                             \
  ORIEL_ASSERT(r, oriel_r_->exit_code == (code), "exit_code == " #code)
/* Reports, by the beginnings of their places. */
#define oriel_assert_report(r, rule, place)                                    \
  ORIEL_ASSERT(r, oriel_result_has(oriel_r_, rule, place, NULL),               \
               "a report of " #rule " at " #place)
#define oriel_assert_conflict(r, place, other)                                 \
  ORIEL_ASSERT(r, oriel_result_has(oriel_r_, "conflict", place, other),        \
               "a conflict of " #place " and " #other)
/* Simulated seconds. */
#define oriel_assert_time(r, seconds, tolerance)                               \
  do {                                                                         \
    const double oriel_s_ = (seconds), oriel_t_ = (tolerance);                 \
    ORIEL_ASSERT(r,                                                            \
                 oriel_r_->time >= 0 &&                                        \
                     oriel_r_->time >= oriel_s_ - oriel_t_ &&                  \
                     oriel_r_->time <= oriel_s_ + oriel_t_,                    \
                 "time == " #seconds ", +- " #tolerance);                      \
  } while (0)
#define oriel_assert_time_at_most(r, seconds)                                  \
  ORIEL_ASSERT(r, oriel_r_->time >= 0 && oriel_r_->time <= (seconds),          \
               "time <= " #seconds)
/* All of the standard output. */
#define oriel_assert_output(r, text)                                           \
  do {                                                                         \
    const struct oriel_result *oriel_r_ = (r);                                 \
    const char *oriel_text_ = (text);                                          \
    if (oriel_r_->output_size != strlen(oriel_text_) ||                        \
        memcmp(oriel_r_->output, oriel_text_, oriel_r_->output_size)) {        \
      print_error("%s\nThe output is another:\n",                              \
                  oriel_result_text(oriel_r_));                                \
      assert_string_equal(oriel_r_->output, oriel_text_);                      \
      fail_msg("It goes on behind a null character.");                         \
    }                                                                          \
  } while (0)

#endif
