/* Each rank has its own zone, calendar dates that stay until it asks again, and
 * hash table of hsearch().
 *
 * run: np=3 twice=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int rank;

static void dates(void)
{
  time_t t = rank * 86400;
  struct tm *date = gmtime(&t);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(date->tm_mday == 1 + rank);
  struct tm day = {.tm_mday = 1 + rank, .tm_year = 100};
  char *text = asctime(&day), copy[32];
  strcpy(copy, text);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!strcmp(copy, text));
}

static void zones(void)
{
  time_t noon = 43200;
  struct tm date = {.tm_mday = 1, .tm_year = 70};
  char text[40], expected[40];
  CHECK(setenv("TZ", rank == 1 ? "EST5" : rank ? "ABC-3" : "UTC0", 1) == 0);
  int west = rank == 1 ? 5 : rank ? -3 : 0;
  MPI_Barrier(MPI_COMM_WORLD);
  struct tm *here = localtime(&noon);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(here->tm_hour == 12 - west);
  CHECK(!strcmp(here->tm_zone, rank == 1 ? "EST" : rank ? "ABC" : "UTC"));
  CHECK(mktime(&date) == west * 3600);
  MPI_Barrier(MPI_COMM_WORLD);
  sprintf(expected, "Thu Jan  1 %02d:00:00 1970\n", 12 - west);
  CHECK(!strcmp(ctime(&noon), expected));
  CHECK(!strcmp(ctime_r(&noon, text), expected));
  strftime(text, sizeof text, "%s", &(struct tm){.tm_mday = 1, .tm_year = 70});
  CHECK(atol(text) == west * 3600);
}

static void tables(void)
{
  char key[] = "key";
  ENTRY e = {key, &rank};
  CHECK(hcreate(10));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!hsearch(e, FIND));
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(hsearch(e, ENTER));
  MPI_Barrier(MPI_COMM_WORLD);
  ENTRY *found = hsearch((ENTRY){key, NULL}, FIND);
  CHECK(found && found->data == &rank);
  hdestroy();
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  dates();
  zones();
  tables();
  report();
  MPI_Finalize();
  return 0;
}
