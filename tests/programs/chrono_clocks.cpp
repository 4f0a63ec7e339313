/* std::chrono's clocks tell simulated time; those of C++20 differ by what the
 * standard says.
 *
 * build: -std=c++20
 * mpich: no
 * (times are simulated)
 * stdout: ok
 * run: np=2 twice=1
 */
#include "check.h"

#include <chrono>
#include <thread>

using namespace std::chrono;

template <typename Clock> static void passes()
{
  auto before = Clock::now();
  std::this_thread::sleep_for(milliseconds(5));
  auto took = Clock::now() - before;
  CHECK(took >= milliseconds(5) && took < microseconds(5001));
}

#if __cpp_lib_chrono >= 201907L
static bool close_to(utc_clock::time_point a, utc_clock::time_point b)
{
  return a >= b && a - b < microseconds(1);
}

static void calendars()
{
  auto now = utc_clock::now();
  CHECK(close_to(tai_clock::to_utc(tai_clock::now()), now));
  CHECK(close_to(gps_clock::to_utc(gps_clock::now()), now));
  passes<utc_clock>();
  passes<tai_clock>();
  passes<gps_clock>();
}
#else
static void calendars()
{
}
#endif

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  passes<steady_clock>();
  passes<system_clock>();
  calendars();
  int result = report();
  MPI_Finalize();
  return result;
}
