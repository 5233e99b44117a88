/** Name of an erased person in API answers, with the person's number. */
const placeholder = /^erased person ([1-9]\d*)$/;

/**
 * The value of a JSON text, in which erased people are called so in the reader's language. Only the name of a thing that has that
 * very number is such a one: what people type stays as it is.
 * @throws SyntaxError
 */
export function parseNamed(text: string): unknown {
  if (!text.includes('"erased person ') || !document.documentElement.lang.startsWith('cs')) return JSON.parse(text);
  return JSON.parse(text, function (this: { readonly id?: unknown }, key, value) {
    const [, id] = (key === 'name' && typeof value === 'string' && placeholder.exec(value)) || [];
    return id !== undefined && String(this.id) === id ? `vymazaná osoba ${id}` : value;
  });
}
