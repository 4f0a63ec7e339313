/* A warning is an error.
 * run: */
int main(void)
{
  int unused;
  return 0;
}
