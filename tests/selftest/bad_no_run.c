/* A test that would test nothing. */
int main(void)
{
  return 0;
}
