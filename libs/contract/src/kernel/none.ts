/** The value of a filter that selects rows without a value. */
const none = 'none';

/** `none` as a name that a person gave, with any number of `=` before it. */
const quoted = /^=*none$/;

/** A value of a filter on texts as it is sent: `none` as a text is `=none`, `=none` as a text `==none`, and so on. */
export const textFilter = (text: string | null): string =>
  text === null ? none : quoted.test(text) ? `=${text}` : text;

/** The text of such a value. */
export const textOfFilter = (given: string): string | null =>
  given === none ? null : quoted.test(given) ? given.slice(1) : given;
