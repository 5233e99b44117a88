import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areServersAllowed, installedServers } from './installed';
import { describeWithServer } from './server-tests';

const python = join(installedServers, 'bin/python');

/** Describes a suite that reads calendars with Python's icalendar. */
export function describeWithICalendar(name: string, suite: () => void): void {
  describeWithServer('icalendar', areServersAllowed && existsSync(python), name, suite);
}

/** The library keeps properties that it cannot parse apart from the component; here that is an error. */
const program = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
def value(of):
    return of.isoformat() if hasattr(of, 'isoformat') else of
for component in calendar.walk():
    if component.errors:
        raise SystemExit(f'{component.name}: {component.errors}')
print(json.dumps([{
    'kind': component.name, 'uid': component['UID'], 'summary': component.get('SUMMARY'),
    'description': component.get('DESCRIPTION'), 'start': value(component.decoded('DTSTART', None)),
    'end': value(component.decoded('DTEND', component.decoded('DUE', None))), 'stamp': value(component.decoded('DTSTAMP')),
    'categories': sorted(str(one) for one in component['CATEGORIES'].cats) if 'CATEGORIES' in component else [],
} for component in calendar.subcomponents if component.name in ('VEVENT', 'VTODO')]))
`;

/** An entry of a calendar. Days are `2026-03-27`, moments `2026-03-27T09:00:00+00:00`. */
export interface ReadEntry {
  readonly kind: 'VEVENT' | 'VTODO';
  readonly uid: string;
  readonly summary: string | null;
  readonly description: string | null;
  readonly start: string | null;
  /** For a VTODO, its due time. */
  readonly end: string | null;
  readonly stamp: string;
  readonly categories: readonly string[];
}

/** The entries of a calendar file, read by Python's icalendar. */
export function readByICalendar(feed: string): ReadEntry[] {
  const { status, stdout, stderr } = spawnSync(python, ['-c', program], { input: feed, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
