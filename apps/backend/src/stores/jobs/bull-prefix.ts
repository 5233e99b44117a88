/** Before every key of the jobs in Redis, in braces so that a Redis cluster keeps all of them together. */
export const bullPrefix = '{gos}';
