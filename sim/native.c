/* Programs that were started without orielrun.
 *
 * Before anything of such a program runs, the library's constructor looks at
 * what it refers to. A program that refers to a function of MPI, OpenMP or
 * oriel.h, or has a library that initialises MPI or uses the others, is run
 * again as `orielrun -np 1 --quiet program arguments`, by the orielrun that
 * belongs to this library; any other runs natively. orielrun itself refers to
 * none, and so is left alone, unless LD_PRELOAD brings such a library into it,
 * which the ranks would not have; and so is a test that runs functions of its
 * own on simulated ranks. */
#include "exit.h"
#include "home.h"

#include <dlfcn.h>
#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tables {
  const Elf64_Sym *symbols;
  const char *strings;
  const Elf64_Rela *relocations[2];
  size_t bytes[2];
};

static void read_tables(const Elf64_Dyn *d, struct tables *t)
{
  for (; d->d_tag != DT_NULL; d++)
    switch (d->d_tag) {
    case DT_SYMTAB:
      t->symbols = (void *)d->d_un.d_ptr;
      break;
    case DT_STRTAB:
      t->strings = (void *)d->d_un.d_ptr;
      break;
    case DT_RELA:
      t->relocations[0] = (void *)d->d_un.d_ptr;
      break;
    case DT_RELASZ:
      t->bytes[0] = d->d_un.d_val;
      break;
    case DT_JMPREL:
      t->relocations[1] = (void *)d->d_un.d_ptr;
      break;
    case DT_PLTRELSZ:
      t->bytes[1] = d->d_un.d_val;
      break;
    }
}

static bool is_openmp(const char *name)
{
  return !strncmp(name, "GOMP_", 5) || !strncmp(name, "__kmpc_", 7) ||
         !strncmp(name, "omp_", 4);
}

/* Of oriel.h. */
static bool is_oriel(const char *name)
{
  if (strncmp(name, "oriel_", 6)) return false;
  return !strcmp(name, "oriel_compute") || !strcmp(name, "oriel_sleep") ||
         !strcmp(name, "oriel_compute_flops") || !strcmp(name, "oriel_now");
}

static bool is_mpi(const char *name)
{
  return !strncmp(name, "MPI_", 4) || !strncmp(name, "PMPI_", 5) ||
         is_openmp(name) || is_oriel(name);
}

static bool is_initialisation(const char *name)
{
  if (is_openmp(name) || is_oriel(name)) return true;
  if (name[0] == 'P') name++;
  if (strncmp(name, "MPI_", 4)) return false;
  return !strcmp(name, "MPI_Init") || !strcmp(name, "MPI_Init_thread") ||
         !strcmp(name, "MPI_Session_init");
}

/* A test that starts simulations itself (oriel_test.h). */
static bool is_test(const char *name)
{
  return !strcmp(name, "oriel_test_run") || !strcmp(name, "oriel_test_program");
}

/* Most of what libraries refer to, and none of these. */
static bool is_cxx(const char *name)
{
  return name[0] == '_' && name[1] == 'Z';
}

static bool refers_to(const struct tables *t, bool (*wanted)(const char *))
{
  for (int k = 0; k < 2; k++) {
    const Elf64_Rela *r = t->relocations[k];
    for (size_t n = r ? t->bytes[k] / sizeof *r : 0; n > 0; n--, r++) {
      const Elf64_Sym *s = &t->symbols[ELF64_R_SYM(r->r_info)];
      const char *name = t->strings + s->st_name;
      if (s->st_shndx == SHN_UNDEF && !is_cxx(name) && wanted(name))
        return true;
    }
  }
  return false;
}

enum { LOOK_ON, LEAVE, RUN_AGAIN };

struct search {
  const char *own;   /* this library */
  const char *found; /* what refers to them; "" is the program */
  const char *uses;  /* a library that refers to others of MPI */
};

/* The C library's loader has made the addresses of the dynamic section
 * absolute, but for those of the kernel's own object. */
static int look(struct dl_phdr_info *info, size_t size, void *arg)
{
  struct search *search = arg;
  (void)size;
  if (strstr(info->dlpi_name, "linux-vdso") ||
      strcmp(info->dlpi_name, search->own) == 0)
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    struct tables t = {0};
    read_tables((void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr), &t);
    if (!t.symbols || !t.strings || (uintptr_t)t.symbols <= info->dlpi_addr)
      continue;
    bool program = !*info->dlpi_name;
    if (program && refers_to(&t, is_test)) return LEAVE;
    if (!refers_to(&t, is_mpi)) continue;
    search->found = info->dlpi_name;
    if (program || refers_to(&t, is_initialisation)) return RUN_AGAIN;
    search->uses = info->dlpi_name;
  }
  return 0;
}

/* Is this orielrun, or what it becomes? */
static bool is_own(const char *program, const char *orielrun)
{
  char real[PATH_MAX];
  if (!realpath(orielrun, real)) return false;
  size_t home = strlen(real) - strlen("bin/orielrun");
  return !strncmp(program, real, home) &&
         (!strcmp(program + home, "bin/orielrun") ||
          !strcmp(program + home, "lib/oriel/simulator"));
}

static void refuse_preloaded(const char *library)
{
  fprintf(stderr,
          "oriel: LD_PRELOAD brings %s, which uses MPI or OpenMP, into "
          "orielrun: link it with the program instead\n",
          library);
  _exit(EXIT_USAGE);
}

/* This program, and the command beside this library. */
static void find(char program[PATH_MAX], char orielrun[PATH_MAX])
{
  ssize_t n = readlink("/proc/self/exe", program, PATH_MAX - 1);
  if (n < 0 || !home_orielrun(orielrun)) {
    fprintf(stderr, n < 0 ? "oriel: /proc is not there\n"
                          : "oriel: orielrun is not found beside "
                            "liboriel.so\n");
    _exit(EXIT_USAGE);
  }
  program[n] = 0;
}

static void run_again(int argc, char **argv, char *program,
                      const char *orielrun)
{
  char *command[argc + 5];
  int k = 0;
  command[k++] = (char *)"orielrun";
  command[k++] = (char *)"-np";
  command[k++] = (char *)"1";
  command[k++] = (char *)"--quiet";
  command[k++] = program;
  for (int i = 1; i < argc; i++)
    command[k++] = argv[i];
  command[k] = NULL;
  execv(orielrun, command);
  fprintf(stderr, "oriel: %s cannot be started\n", orielrun);
  _exit(EXIT_USAGE);
}

__attribute__((constructor)) static void start(int argc, char **argv)
{
  Dl_info info;
  if (!dladdr((void *)start, &info) || !info.dli_fname) return;
  struct search search = {.own = info.dli_fname};
  bool again = dl_iterate_phdr(look, &search) == RUN_AGAIN;
  const char *library = again && *search.found ? search.found : search.uses;
  if (!again && !library) return;
  char program[PATH_MAX], orielrun[PATH_MAX];
  if (!again && !home_orielrun(orielrun)) return;
  find(program, orielrun);
  if (library && is_own(program, orielrun)) refuse_preloaded(library);
  if (again) run_again(argc, argv, program, orielrun);
}
