/* A misspelt directive.
 * run:
 * sdtout: nothing */
int main(void)
{
  return 0;
}
