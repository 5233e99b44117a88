/** Letters of other scripts, and signs, that look like a Latin letter, each with that letter. */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      // Cyrillic
      ['авеԁсһіӏјкмнорԛѕтухԝԍ', 'abedchiljkmhopqstyxwg'],
      ['АВЕԀСҺІӀЈКМНОРԚЅТУХԜԌ', 'abedchiljkmhopqstyxwg'],
      // Greek
      ['αικνορτυχωγη', 'alkvoptuxwyn'],
      ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'abezhikmnoptyx'],
      // Armenian
      ['օսհոց', 'ouhng'],
      // Latin letters that have no simpler form in Unicode, and signs
      ['ıłøđħŧƚɩɑɡʀ', 'ilodhtliagr'],
      ['ŁØĐĦŦ', 'lodht'],
      ['0|', 'ol'],
    ] as const
  ).flatMap(([signs, letters]) => [...signs].map((sign, index) => [sign, letters[index]!])),
);

const likeEachOther: readonly (readonly [RegExp, string])[] = [
  [/[1i]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[\s\p{P}]+/gu, ' '],
];

/**
 * Returns the look of a name at a glance: people mistake two names of one look for each other. Case, diacritics,
 * punctuation, letters of other scripts and signs of a similar shape make no difference. For comparison only, never
 * shown.
 */
export function lookOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}+/gu, '');
  const latin = [...plain].map((sign) => alike[sign] ?? sign).join('');
  return likeEachOther
    .reduce((look, [like, instead]) => look.replace(like, instead), latin.toLowerCase().replaceAll('ß', 'ss'))
    .trim();
}
