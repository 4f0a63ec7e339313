/* Who tries to read memory that may not be there. */
#include "trial.h"

struct trial trial;
