/** A number as programs read it (`1200.5`, `-12`) of what a person types (`1 200,5`, `−12`). */
export const typedNumber = (text: string): string =>
  text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('−', '-');
