/** Each has 4.5 : 1 against white text. */
const personColours = [
  '#3673b8',
  '#b8336a',
  '#1f8257',
  '#a9601b',
  '#6b35b8',
  '#1d8089',
  '#5b8023',
  '#b8433c',
  '#4d58c8',
  '#66718a',
] as const;

const dotColours = ['#3b7dd8', '#d1753a', '#8a4fd8', '#2fae74', '#cf3f72', '#2f9fb0', '#6f9f2f', '#7a6ff0'] as const;

/** The same number always has the same colour, in every window. */
export function personColour(id: number): string {
  return personColours[Math.abs(id) % personColours.length]!;
}

export function dotColour(seed: number | string): string {
  let sum = 0;
  for (const char of String(seed)) sum = (sum * 31 + char.codePointAt(0)!) % 9973;
  return dotColours[sum % dotColours.length]!;
}
