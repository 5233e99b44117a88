import type { Day, Instant } from '@gos/domain';
import { mapInPieces } from '../../kernel/pieces';

/** A content line of an iCalendar object: name, encoded value, parameters. */
export interface Property {
  readonly name: string;
  readonly value: string;
  readonly params?: Readonly<Record<string, string>>;
}

export const property = (name: string, value: string, params?: Property['params']): Property => ({
  name,
  value,
  params,
});

export interface Component {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components?: readonly Component[];
}

/** RFC 5545, 3.1: the longest line in octets, without its CRLF. */
const maxOctets = 75;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters have no place in a text (3.3.11), but a tab
const controls = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** A value of type TEXT (3.3.11). */
export function text(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(controls, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\n/g, '\\n');
}

/** A DATE-TIME in UTC (3.3.5, form 2). */
export const utc = (instant: Instant): string => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`;

/** A DATE (3.3.4). */
export const date = (day: Day): string => day.replaceAll('-', '');

/** Returns the length of a character in UTF-8. */
const octetsOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);

/** Folds a line into lines of at most 75 octets without splitting a character. */
export function folded(line: string): string {
  if (Buffer.byteLength(line) <= maxOctets) return line;
  let result = '';
  let octets = 0;
  for (const sign of line) {
    const size = octetsOf(sign.codePointAt(0)!);
    if (octets + size > maxOctets) {
      result += '\r\n ';
      octets = 1;
    }
    result += sign;
    octets += size;
  }
  return result;
}

const textOf = (line: string) => `${folded(line)}\r\n`;

function textOfProperty({ name, value, params = {} }: Property): string {
  const parameters = Object.entries(params).map(([key, given]) => `;${key}=${given}`);
  return textOf(`${name}${parameters.join('')}:${value}`);
}

const within = (name: string, parts: readonly string[]) =>
  [textOf(`BEGIN:${name}`), ...parts, textOf(`END:${name}`)].join('');

const textOfComponent = ({ name, properties, components = [] }: Component): string =>
  within(name, [...properties.map(textOfProperty), ...components.map(textOfComponent)]);

/** Folding looks at each character: a piece of it is shorter than one of what is only searched. */
const effort = 4;
const sizeOf = ({ properties }: Component) => effort * properties.reduce((sum, { value }) => sum + value.length, 0);

/** Serialises an iCalendar object, its components in pieces; every line ends with CRLF. */
export async function iCalendar({ name, properties, components = [] }: Component): Promise<string> {
  const inner = await mapInPieces(components, sizeOf, textOfComponent);
  return within(name, [...properties.map(textOfProperty), ...inner]);
}
