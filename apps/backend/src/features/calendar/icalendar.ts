import type { Day, Instant } from '@gos/domain';

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

/** Folds a line into lines of at most 75 octets without splitting a character. */
export function folded(line: string): string {
  let result = '';
  let octets = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    if (octets + size > maxOctets) {
      result += '\r\n ';
      octets = 1;
    }
    result += sign;
    octets += size;
  }
  return result;
}

function* linesOf({ name, properties, components = [] }: Component): Generator<string> {
  yield `BEGIN:${name}`;
  for (const { name: property, value, params = {} } of properties) {
    const parameters = Object.entries(params).map(([key, given]) => `;${key}=${given}`);
    yield `${property}${parameters.join('')}:${value}`;
  }
  for (const component of components) yield* linesOf(component);
  yield `END:${name}`;
}

/** Serialises an iCalendar object; every line ends with CRLF. */
export function iCalendar(calendar: Component): string {
  return [...linesOf(calendar)].map((line) => `${folded(line)}\r\n`).join('');
}
