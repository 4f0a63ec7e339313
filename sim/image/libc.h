/* libc per rank: the functions and variables of the C library whose state a
 * program can tell apart, and that must therefore belong to its rank.
 *
 * When a template is relocated, libc_function() is asked before the C library
 * is: what it knows is bound to Oriel's own. Variables that a program may
 * refer to itself lie in its image, at the place where it looks for them; all
 * other state is in `struct libc_state`. Invariant: these functions are only
 * called with `self` set. */
#ifndef ORIEL_IMAGE_LIBC_H
#define ORIEL_IMAGE_LIBC_H

#include <dlfcn.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <time.h>

enum libc_variable {
  LIBC_OPTIND,
  LIBC_OPTERR,
  LIBC_OPTOPT,
  LIBC_OPTARG,
  LIBC_ENVIRON,
  LIBC_STDIN,
  LIBC_PROGRAM,      /* program_invocation_name */
  LIBC_PROGRAM_BASE, /* without its folders */
  LIBC_ARGP_VERSION,
  LIBC_ARGP_HOOK, /* argp_program_version_hook */
  LIBC_ARGP_BUGS, /* argp_program_bug_address */
  LIBC_ARGP_STATUS,
  LIBC_ERROR_COUNT, /* error_message_count */
  LIBC_ERROR_ONCE,  /* error_one_per_line */
  LIBC_ERROR_NAME,  /* error_print_progname */
  LIBC_TIMEZONE,
  LIBC_DAYLIGHT,
  LIBC_TZNAME,        /* with ... */
  LIBC_TZNAME_SUMMER, /* ... its second word */
  LIBC_SIGNGAM,
  LIBC_VARIABLES
};
enum { LIBC_VARIABLE_SIZE = 8 };

struct image;
struct image_thread;
struct exit_function;
struct libc_calendar;
struct libc_key;
struct libc_signals;
struct pause;

struct libc_state {
  /* Whether the image has variables of its own; else these are they. */
  bool own_variables;
  unsigned long variables[LIBC_VARIABLES];
  struct exit_function *exits, *quick_exits;
  void (*terminate)(void); /* of std::set_terminate(); NULL: the default */
  struct random_data *random;
  struct drand48_data *drand48;
  char *strtok_rest;
  struct libc_calendar *calendar;
  struct hsearch_data *table; /* hcreate()'s */
  uint64_t drawn;             /* numbers from the machine, so far */
  uint64_t *drawn_at_start;   /* what getauxval() leads to; NULL: not yet */
  char *temporary_name;       /* tmpnam()'s */
  char *getopt_rest;          /* within a group of short options */
  char **environment;         /* the array that setenv() made; NULL: none */
  struct libc_key *keys;
  struct libc_signals *signals; /* NULL: none was installed or blocked */
  unsigned key_count;
  bool no_stdin;
  bool epolls;            /* it has had epoll watch some */
  int argp_calls;         /* that it is inside of */
  const char *error_file; /* of error_at_line()'s latest */
  unsigned error_line;
  char *dl_error; /* for dlerror(), and what that gave last */
  char *dl_error_given;
};

/* Oriel's own version of a C library function, or NULL; for a file that tells
 * its accesses to memory (`checked`) or not. */
void *libc_function(const char *name, bool checked);
/* The process that self is to its program. (libc_host.c) */
pid_t libc_process(void);
/* The names of the variables, up to one that is NULL; some have several. Where
 * a program defines one, it is that variable. */
struct libc_variable_name {
  const char *name;
  enum libc_variable variable;
};
extern const struct libc_variable_name libc_variable_names[];
/* dladdr(), as the program has it. */
int libc_dladdr(const void *address, Dl_info *);
/* Which variable a name denotes; -1 if none. */
int libc_variable(const char *name);
/* The value it has before the program runs. */
unsigned long libc_variable_initial(enum libc_variable);

/* Before constructors: environment, standard input, the program's name. */
void libc_start(struct image *, char *const envp[]);
void libc_start_calendar(struct image *);
/* What exit() does: handlers, destructors, open files. */
void libc_exit(struct image *);
/* What std::terminate() is to call for whoever is in place. */
void (*libc_terminate(void))(void);
/* What the end of a thread does: destructors of the thread-locals of self, and
 * those of its thread-specific data. */
void libc_thread_exits(struct image *);
void libc_key_destructors(struct image *);
/* The thread begins anew: destructors that its end has left are never called,
 * as in the C library. */
void libc_thread_forgets(struct image_thread *);

/* The address of a variable of an image. */
void *libc_address(struct image *, enum libc_variable);
/* The image of self. */
struct image *libc_self(void);

/* End the run: `name` is not supported. */
void libc_refuse(const char *name, const void *site) __attribute__((noreturn));

/* What tells the line of a call: where_call(), which knows images by itself. */
extern const char *(*libc_where)(const void *site);

/* The local time of self, having paid for reading it. */
double libc_read_clock(void);
/* The same where self must not be parked. */
double libc_read_clock_here(void);
/* The stack on which handlers of faults run, the program's too: all ranks have
 * the same. Before the run. */
void libc_note_fault_stack(const char *low, const char *high);
bool libc_is_on_fault_stack(const void *);
/* The next number that self draws from the machine. */
uint64_t libc_draw(void);
/* So many bytes of them; n. */
ssize_t libc_draw_bytes(void *bytes, size_t n);
/* fopen() and getenv(), as the program has them; but the former gives none of
 * the numbers 1 and 2. */
FILE *libc_fopen(const char *path, const char *mode);
char *libc_getenv(const char *name);
/* The rank gets a signal by what it calls, with this si_code: SI_TKILL, it was
 * sent to the thread, or SI_USER; 0, or -1 and errno. */
int libc_raise(int signal, int code);
/* The signals that its thread blocks, of n bit n - 1; it blocks these from now
 * on. */
uint64_t libc_blocked(void);
void libc_block(uint64_t);
/* The rank is killed by a signal that nobody handles, with this si_code; does
 * not return, unless it is already being reported. (crash.c) */
extern void (*libc_killed)(int signal, int code);
/* A signal from the machine: has a handler of the program dealt with it? */
bool libc_machine_signal(int signal, siginfo_t *, void *context);
/* One has, thousands of times, and changed nothing. */
bool libc_handled_in_vain(void);

/* The rank has called this function and printed: of very many such calls at one
 * date some pass time. */
void libc_printed(struct pause);
/* Is told of what printf() and its like are given before they print it; NULL:
 * nobody is. */
extern void (*libc_formats)(const char *format, va_list args, const void *site);

/* The simulated date of a time on one of the program's clocks. */
double libc_date(clockid_t, const struct timespec *);

/* Where strtok() of self goes on. */
char **libc_strtok_rest(void);

/* The C library's vfscanf() of before C99, whose %as allocates. */
int libc_old_vfscanf(FILE *, const char *, va_list) __asm__("vfscanf");

/* One row of the tables of the libc_*.c files. */
struct libc_entry {
  const char *name;
  void *function;
};
/* Tables of functions from outside this folder, up to NULL: they go first, the
 * last added before others. */
void libc_add_tables(const struct libc_entry *const *);
/* The same, but only files that tell their accesses are bound to them. */
void libc_add_checked_tables(const struct libc_entry *const *);

extern const struct libc_entry libc_time_table[], libc_io_table[],
    libc_exit_table[], libc_environment_table[], libc_options_table[],
    libc_state_table[], libc_host_table[], libc_refused_table[],
    libc_threads_table[], libc_error_table[], libc_argp_table[],
    libc_signal_table[], libc_wide_table[], libc_dl_table[],
    libc_locale_table[], libc_poll_table[], libc_calendar_table[],
    libc_temporary_table[], libc_pipe_table[], libc_socket_table[],
    libc_output_table[], libc_profile_table[], libc_paths_table[],
    libc_shared_table[], libc_descriptors_table[], libc_jump_table[],
    libc_locks_table[], libc_ipc_table[], libc_connect_table[],
    libc_backtrace_table[];

#endif
