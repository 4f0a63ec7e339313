/* Two runs differ.
 * run: twice=1
 * stdout-any */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
  printf("%d\n", (int)getpid());
  return 0;
}
