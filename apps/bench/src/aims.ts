import { listed, readable, type Section, table } from './figures';

interface AimDeclaration {
  readonly of: string;
  readonly section: string;
  /** The figure is the first of the section whose name begins with this. */
  readonly figure: string;
  readonly aim: number;
  readonly unit: string;
  readonly better: 'less' | 'more';
}

/** The product's own aims. */
const declared: readonly AimDeclaration[] = [
  {
    of: "a person's list, p99",
    section: 'reads',
    figure: 'list of 25 to complete, p99',
    aim: 20,
    unit: 'ms',
    better: 'less',
  },
  { of: 'commands over HTTP', section: 'commands', figure: 'over HTTP, 64', aim: 3_000, unit: '/s', better: 'more' },
  {
    of: 'events rebuilt',
    section: 'rebuild',
    figure: 'all views at a first start',
    aim: 50_000,
    unit: '/s',
    better: 'more',
  },
  {
    of: 'change on another screen, p99',
    section: 'live',
    figure: 'command sent to change seen, p99',
    aim: 50,
    unit: 'ms',
    better: 'less',
  },
  { of: 'memory in use', section: 'memory', figure: 'used by many', aim: 300, unit: 'MB', better: 'less' },
  { of: '/tasks usable', section: 'pages', figure: '/tasks', aim: 250, unit: 'kB', better: 'less' },
  {
    of: 'to a list not seen before, p95',
    section: 'navigation',
    figure: 'to a list not seen before, p95',
    aim: 100,
    unit: 'ms',
    better: 'less',
  },
  {
    of: 'to a list seen before, p95',
    section: 'navigation',
    figure: 'to a list seen before, p95',
    aim: 100,
    unit: 'ms',
    better: 'less',
  },
  { of: 'key press drawn, p95', section: 'typing', figure: 'key to drawn, p95', aim: 16, unit: 'ms', better: 'less' },
  {
    of: 'longest frame while others change rows',
    section: 'rows',
    figure: 'longest frame while 20 changes',
    aim: 50,
    unit: 'ms',
    better: 'less',
  },
];

export interface Aim extends Omit<AimDeclaration, 'figure'> {
  readonly measured: number;
  /** Factor by which the figure is better than the aim; below 1 it is missed. */
  readonly margin: number;
  /** Places and functions that used the processor's time; empty if the figure does not depend on it. */
  readonly heldBackBy: readonly string[];
}

export function aimsOf(sections: readonly Section[]): Aim[] {
  return declared.flatMap(({ figure: name, ...aim }) => {
    const section = sections.find((one) => one.name === aim.section);
    const measured = section?.figures.find((figure) => figure.name.startsWith(name))?.value;
    if (!section || measured === undefined) return [];
    const margin = aim.better === 'less' ? aim.aim / measured : measured / aim.aim;
    // The last profile of commands is the one over HTTP.
    const profile = aim.section === 'commands' ? section.profiles.at(-1) : section.profiles[0];
    const idle = profile && profile.idle > 0.2 ? [`the main thread is idle ${(profile.idle * 100).toFixed(0)} %`] : [];
    const heldBackBy = profile ? [...idle, listed(profile.places.slice(0, 6)), listed(profile.within.slice(0, 6))] : [];
    return [{ ...aim, measured, margin, heldBackBy }];
  });
}

export function aimsText(aims: readonly Aim[]): string {
  if (aims.length === 0) return '';
  const rows = aims.map(({ of, aim, unit, better, measured, margin }) => [
    of,
    `${better === 'less' ? '<' : '>'} ${readable(aim)} ${unit}`,
    `${readable(measured)} ${unit}`,
    margin >= 1 ? `reached, ${readable(margin)} times better` : `missed by a factor of ${readable(1 / margin)}`,
  ]);
  const held = aims
    .filter(({ heldBackBy }) => heldBackBy.length > 0)
    .map(({ of, heldBackBy }) => `  ${of}:\n    ${heldBackBy.join('\n    ')}`);
  return [
    '\nAims',
    table([['', 'aim', 'measured', ''], ...rows]),
    '\nWhat takes the time (from the profiles above)',
    ...held,
  ].join('\n');
}
