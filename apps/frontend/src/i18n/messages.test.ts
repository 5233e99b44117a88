import type { MessageFormatElement } from 'react-intl';
import workCzech from '../entities/work/cs.json';
import workEnglish from '../entities/work/en.json';
import adminCzech from '../features/admin/cs.json';
import adminEnglish from '../features/admin/en.json';
import attendanceCzech from '../features/attendance/common/cs.json';
import attendanceEnglish from '../features/attendance/common/en.json';
import timeCzech from '../features/attendance/time/cs.json';
import timeEnglish from '../features/attendance/time/en.json';
import notificationsCzech from '../features/notifications/cs.json';
import notificationsEnglish from '../features/notifications/en.json';
import peopleCzech from '../features/people/cs.json';
import peopleEnglish from '../features/people/en.json';
import positionsCzech from '../features/positions/cs.json';
import positionsEnglish from '../features/positions/en.json';
import profileCzech from '../features/profile/cs.json';
import profileEnglish from '../features/profile/en.json';
import twoStepCzech from '../features/second-step/cs.json';
import twoStepEnglish from '../features/second-step/en.json';
import secondStepCzech from '../features/session/second-step/cs.json';
import secondStepEnglish from '../features/session/second-step/en.json';
import settingsCzech from '../features/settings/cs.json';
import settingsEnglish from '../features/settings/en.json';
import repeatedCzech from '../features/tasks/repeated/cs.json';
import repeatedEnglish from '../features/tasks/repeated/en.json';
import webhooksCzech from '../features/webhooks/cs.json';
import webhooksEnglish from '../features/webhooks/en.json';
import cs from './cs.json';
import { english } from './english';

interface Found {
  readonly args: Set<string>;
  readonly plurals: Set<string>[];
}

/** The kinds of a message's parts by their numbers in the parser. */
const literal = 0;
const plural = 6;
const pound = 7;
const tag = 8;

function look(elements: readonly MessageFormatElement[], found: Found): Found {
  for (const element of elements) {
    if (element.type === literal || element.type === pound || !('value' in element)) continue;
    if (element.type !== tag) found.args.add(String(element.value));
    if ('options' in element) {
      if (element.type === plural) found.plurals.push(new Set(Object.keys(element.options)));
      for (const { value } of Object.values(element.options)) look(value, found);
    }
    if ('children' in element) look(element.children, found);
  }
  return found;
}

/** @param message as the build has it: parsed where it takes values */
const read = (message: unknown) =>
  look(Array.isArray(message) ? (message as MessageFormatElement[]) : [], { args: new Set(), plurals: [] });

describe.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['of everybody', cs, english],
  ['of admins', adminCzech, adminEnglish],
  ['of the profile', profileCzech, profileEnglish],
  ['of people', peopleCzech, peopleEnglish],
  ['of positions', positionsCzech, positionsEnglish],
  ['of two-step sign-in', twoStepCzech, twoStepEnglish],
  ['of the second step', secondStepCzech, secondStepEnglish],
  ['of settings', settingsCzech, settingsEnglish],
  ['of plans', attendanceCzech, attendanceEnglish],
  ['of worked time', timeCzech, timeEnglish],
  ['of work times', workCzech, workEnglish],
  ['of notifications', notificationsCzech, notificationsEnglish],
  ['of repeated tasks', repeatedCzech, repeatedEnglish],
  ['of webhooks', webhooksCzech, webhooksEnglish],
])('the texts %s', (_, czech, englishTexts) => {
  const ids = Object.keys(czech);

  it('are never empty', () => {
    expect([czech, englishTexts].flatMap((texts) => ids.filter((id) => !texts[id]))).toEqual([]);
  });

  it('take the same values in both languages, with the plurals of each', () => {
    const wrong = ids.filter((id) => {
      const [ours, theirs] = [read(czech[id]), read(englishTexts[id])];
      return (
        [...ours.args].sort().join() !== [...theirs.args].sort().join() ||
        ours.plurals.some((forms) => !['one', 'few', 'other'].every((form) => forms.has(form))) ||
        theirs.plurals.some((forms) => !['one', 'other'].every((form) => forms.has(form)))
      );
    });
    expect(wrong).toEqual([]);
  });
});
