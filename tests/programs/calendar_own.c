/* Each rank has its own zone, with the C library's variables that tell of it,
 * calendar dates that stay until it asks again, sign of lgamma(), and hash
 * table of hsearch().
 *
 * run: np=3 twice=1
 * stdout: ok
 */
#define _GNU_SOURCE
#include "check.h"

#include <math.h>
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
  CHECK(timezone == west * 3600 && !strcmp(tzname[0], here->tm_zone));
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

static void summer(void)
{
  CHECK(!daylight && setenv("TZ", rank ? "CET-1CEST" : "UTC0", 1) == 0);
  tzset();
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(!daylight == !rank);
  CHECK(!strcmp(tzname[1], rank ? "CEST" : "UTC"));
}

static void signs(void)
{
  volatile double x = rank ? -0.5 : 0.5;
  CHECK(lgamma(x) > 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(signgam == (rank ? -1 : 1));
  CHECK(lgammaf((float)-x) > 0 && signgam == (rank ? 1 : -1));
  CHECK(lgammal(x) > 0 && signgam == (rank ? -1 : 1));
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
  CHECK(!strcmp(tzname[0], "GMT") && !timezone);
  zones();
  summer();
  signs();
  tables();
  report();
  MPI_Finalize();
  return 0;
}
