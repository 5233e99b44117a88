/** Prefix of all the jobs' Redis keys, in braces so that a Redis cluster keeps them in one slot. */
export const bullPrefix = '{gos}';
