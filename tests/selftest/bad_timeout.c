/* It never ends.
 * run: limit=1 */
int main(void)
{
  for (volatile int i = 0; i == 0;)
    ;
}
