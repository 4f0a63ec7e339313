/* Ranks that connect to each other: who accepts, connects or receives waits for
 * the other rank, in simulated time.
 *
 * run: np=5 args="unix" twice=1
 * run: np=5 args="tcp" twice=1
 * run: np=5 args="tcp" options="--check"
 * run: np=5 args="file" twice=1
 * run: np=5 args="any" twice=1
 * run: np=5 args="all"
 * stdout: ok
 */
#include "check.h"

#include <netinet/in.h>
#include <oriel.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static union {
  struct sockaddr any;
  struct sockaddr_un un;
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
} address;
static socklen_t size;

/* There is room for two that are not accepted yet. */
static int listening(const char *family)
{
  int is_unix = strcmp(family, "unix") == 0;
  int s = socket(is_unix ? AF_UNIX : AF_INET, SOCK_STREAM, 0);
  if (is_unix) {
    address.un.sun_family = AF_UNIX;
    strcpy(address.un.sun_path, "socket");
    unlink("socket");
    size = sizeof address.un;
  } else {
    address.in = (struct sockaddr_in){.sin_family = AF_INET};
    address.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    size = sizeof address.in;
  }
  CHECK(bind(s, &address.any, size) == 0 && listen(s, 1) == 0);
  CHECK(getsockname(s, &address.any, &size) == 0);
  return s;
}

/* The others call that file by another name. */
static int listening_by_file(void)
{
  int s = listening("unix");
  address.un = (struct sockaddr_un){AF_UNIX, "./socket"};
  size = sizeof address.un;
  return s;
}

/* At all addresses, of which the others choose one of IPv4. Where there is no
 * IPv6 it is that. */
static int listening_by_any(void)
{
  int s = socket(AF_INET6, SOCK_STREAM, 0);
  address.in6 = (struct sockaddr_in6){.sin6_family = AF_INET6};
  size = sizeof address.in6;
  if (s < 0 || bind(s, &address.any, size)) return listening("tcp");
  CHECK(listen(s, 1) == 0 && getsockname(s, &address.any, &size) == 0);
  in_port_t port = address.in6.sin6_port;
  address.in = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = port};
  address.in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  size = sizeof address.in;
  return s;
}

/* At one address; the others connect to all, which is that. */
static int listening_for_all(void)
{
  int s = listening("tcp");
  address.in.sin_addr.s_addr = htonl(INADDR_ANY);
  return s;
}

static int listening_as(const char *how)
{
  if (strcmp(how, "file") == 0) return listening_by_file();
  if (strcmp(how, "any") == 0) return listening_by_any();
  if (strcmp(how, "all") == 0) return listening_for_all();
  return listening(how);
}

static void serve(int s, int n)
{
  int sum = 0, one, ends[8];
  for (int i = 0; i < n; i++) {
    ends[i] = accept(s, NULL, NULL);
    CHECK(ends[i] >= 0);
    oriel_compute(1e-3);
  }
  for (int i = 0; i < n; i++) {
    CHECK(read(ends[i], &one, sizeof one) == sizeof one);
    sum += one;
  }
  CHECK(sum == 1 + 2 + 3 + 4);
  CHECK(MPI_Wtime() > 20e-3 && MPI_Wtime() < 21e-3);
  for (int i = 0; i < n; i++)
    CHECK(send(ends[i], &sum, sizeof sum, 0) == sizeof sum && !close(ends[i]));
}

static void ask(int rank)
{
  int s = socket(address.any.sa_family, SOCK_STREAM, 0), sum = 0;
  oriel_compute(1e-3);
  CHECK(connect(s, &address.any, size) == 0);
  CHECK(MPI_Wtime() < 8e-3);
  oriel_compute(20e-3 - MPI_Wtime());
  CHECK(write(s, &rank, sizeof rank) == sizeof rank);
  CHECK(recv(s, &sum, sizeof sum, MSG_WAITALL) == sizeof sum && sum == 10);
  CHECK(read(s, &sum, 1) == 0);
  close(s);
}

int main(int argc, char **argv)
{
  int rank, n, s = -1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n);
  if (rank == 0) s = listening_as(argv[1]);
  MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 0)
    serve(s, n - 1);
  else
    ask(rank);
  if (rank == 0) unlink("socket");
  report();
  MPI_Finalize();
}
