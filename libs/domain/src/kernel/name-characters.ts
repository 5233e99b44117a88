import type { FieldError } from './refusal';
import { normalizeText } from './text';

/** Scripts whose words are spelled with joiners: Arabic and Persian, and those of India and South-East Asia. */
const joining = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Invisible characters that are needed: they join several characters into one, or change the form of a character. */
const needed = [
  `[\\u200c\\u200d](?<=[${joining}]\\p{M}{0,8}.)(?=[${joining}])`,
  '\\u200d(?<=\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]{0,2}.)(?=\\p{Extended_Pictographic})',
  '[\\ufe00-\\ufe0f](?<=[\\p{Emoji}\\p{Script=Han}\\p{S}].)',
  '[\\u{e0100}-\\u{e01ef}](?<=\\p{Script=Han}.)',
  '\\u{1f3f4}[\\u{e0030}-\\u{e007a}]{1,8}\\u{e007f}',
].join('|');

/**
 * Control characters, line breaks, halves of surrogate pairs, characters that change the direction of writing, and
 * invisible ones.
 */
const unfit = '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_Control}\\p{Default_Ignorable_Code_Point}\\ufeff\\ufff9-\\ufffb]';

const signs = new RegExp(`(${needed})|${unfit}`, 'gu');

/** A name from elsewhere without the characters that `nameCharactersError` refuses; line breaks and tabs become spaces. */
export const cleanName = (name: string) =>
  normalizeText(
    normalizeText(name).replace(
      signs,
      (sign, fits: string | undefined) => fits ?? (/[\t-\r\u0085\u2028\u2029]/.test(sign) ? ' ' : ''),
    ),
  );

/**
 * Names of people, tasks, projects, boards and files look the same to all who read them. They contain no control
 * character, line break, unpaired surrogate or change of direction. Characters without width are allowed only between
 * letters or emoji that need them.
 */
export function nameCharactersError(value: string, path: string): FieldError | null {
  const given = normalizeText(value);
  return given.replace(signs, (_, fits: string | undefined) => fits ?? '') === given
    ? null
    : { path, code: 'validation.characters' };
}
