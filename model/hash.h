/* A hash table of objects that begin with a node of it, found by two words.
 *
 * The node is filled in by its owner. Never walked: the table's order decides
 * nothing. All zero is an empty one. And one step of a hash of many words, or
 * of many texts, and numbers by lot. */
#ifndef ORIEL_HASH_H
#define ORIEL_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_key {
  uint64_t one, two;
};

struct hash_node {
  struct hash_key key;
  struct hash_node *next; /* hash.c's */
};

struct hash {
  struct hash_node **slots;
  size_t mask, count;
  bool dense; /* the first words are numbers that count up */
};

/* A word more in a hash, whose bits all depend on it. */
static inline uint64_t hash_mix(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}

/* Another number for each, of which all bits depend on all of its own.
 * (Steele, Lea, Flood 2014: a step of splitmix64.) */
static inline uint64_t hash_spread(uint64_t x)
{
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* A text more, with its end; the first time to HASH_NO_TEXT. */
#define HASH_NO_TEXT 0xcbf29ce484222325u
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
  do
    hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
  while (*text++);
  return hash;
}

/* NULL: not there. */
void *hash_find(const struct hash *, struct hash_key);
/* Several nodes may have one key. */
void hash_add(struct hash *, struct hash_node *);
/* Find one of that key, and take it out. */
void *hash_take(struct hash *, struct hash_key);
/* It is an empty one again; what it had is its owner's. */
void hash_clear(struct hash *);

#endif
