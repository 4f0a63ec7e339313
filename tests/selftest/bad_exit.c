/* The exit code is not the expected one.
 * run: exit=4 */
int main(void)
{
  return 5;
}
