/* A program that does nothing, for bare.c: its images are what the benchmark
 * programs' are, without variables that are written. */
int main(void)
{
  return 0;
}
