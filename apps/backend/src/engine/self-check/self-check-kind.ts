/**
 * Kind of the record that holds the result of the last self-check. In a file without decorators, which the commands of the
 * operator load before anything of Nest.
 */
export const selfCheckKind = 'selfCheck';
