import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boardBodies } from '../board/board.bodies';
import { installationBodies } from '../installation/settings';
import { planBodies } from '../plans/plans.bodies';
import { positionBodies } from '../position/position.bodies';
import { projectBodies } from '../project/project.bodies';
import { repeatedTaskBodies } from '../repeated-task/repeated-task.bodies';
import { taskBodies } from '../task/task.bodies';
import { accountBodies } from '../user/account.bodies';
import { secondStepBodies } from '../user/second-step.bodies';
import { userBodies } from '../user/user.bodies';
import { webhookBodies } from '../webhook/webhook.bodies';
import { cleanName, nameCharactersError } from './name-characters';
import type { FieldError } from './refusal';
import type { Shape } from './shape';

const expiresAt = '2099-01-01T00:00:00.000Z';
const errorsIn = (shape: Pick<Shape<unknown>, 'errorsOf'>, body: object) => shape.errorsOf(body, '', {});

const refused = { path: 'name', code: 'validation.characters' };
const check = (value: string) => nameCharactersError(value, 'name');

const bodies: Readonly<Record<string, (name: string) => readonly FieldError[]>> = {
  'a person': (name) => errorsIn(userBodies.changeMe, { name }),
  'a phone': (phone) => errorsIn(userBodies.changeMe, { phone }),
  'an API token': (name) => errorsIn(accountBodies.createToken, { name, scope: 'read', expiresAt }),
  'a passkey': (name) => errorsIn(secondStepBodies.renamePasskey, { name }),
  'a position': (name) => errorsIn(positionBodies.create, { name }),
  'a project': (name) => errorsIn(projectBodies.create, { name }),
  'a contract': (name) => errorsIn(projectBodies.edit, { contracts: [{ contractId: 'S-1', name }] }),
  'the number of a contract': (contractId) => errorsIn(projectBodies.edit, { contracts: [{ contractId }] }),
  'the client of a contract': (client) => errorsIn(projectBodies.edit, { contracts: [{ contractId: 'S-1', client }] }),
  'a board': (name) => errorsIn(boardBodies.edit, { name }),
  'a webhook': (name) => errorsIn(webhookBodies.edit, { name }),
  'a board of a webhook': (backlogBoardName) => errorsIn(webhookBodies.edit, { backlogBoardName }),
  'the target of a webhook': (end) => errorsIn(webhookBodies.edit, { targetUrl: `https://a.example/${end}` }),
  'a task': (name) => errorsIn(taskBodies.edit, { name }),
  'a tag': (tag) => errorsIn(taskBodies.edit, { tags: ['dobrý', tag] }),
  'a branch': (gitBranch) => errorsIn(taskBodies.edit, { gitBranch }),
  'an address elsewhere': (end) => errorsIn(taskBodies.edit, { externalUrl: `https://a.example/${end}` }),
  'a repeated task': (name) => errorsIn(repeatedTaskBodies.edit, { name }),
  'the tasks of a repeated one': (name) => errorsIn(repeatedTaskBodies.edit, { template: { name } }),
  'tags of repeated tasks': (tag) => errorsIn(repeatedTaskBodies.edit, { template: { tags: [tag] } }),
  'the place of a plan': (location) => errorsIn(planBodies.change, { location }),
  'what the product is called': (brandName) => errorsIn(installationBodies.changeSettings, { brandName }),
};

test.each(Object.entries(bodies))('the name of %s takes no unseen characters', (_, errorsOf) => {
  expect(errorsOf('Žluťoučký')).toEqual([]);
  for (const wrong of ['Al\u200bena', 'Ale\u202ena', 'Ale\0na', 'Ale\ud800na']) {
    expect(errorsOf(wrong)).toEqual([{ path: expect.any(String), code: 'validation.characters' }]);
  }
});

describe('characters of names', () => {
  test.each([
    ['Czech', 'Příliš žluťoučký kůň'],
    ['decomposed letters', 'Pr\u030ci\u0301lis\u030c'],
    ['an emoji of several', '👨‍👩‍👧 a 🏳️‍🌈 a ❤️ a 👩🏽‍💻'],
    ['a flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 Anglie'],
    ['Persian with its joiner', 'می\u200cخواهم'],
    ['Sinhala and Devanagari', 'ශ්\u200dරී क्\u200dष'],
    ['Hebrew and Arabic', 'שלום مرحبا'],
    ['Chinese with a variant', '葛\u{e0100}飾'],
    ['a space that does not break', 'Jan\u00a0Novák'],
    ['what is trimmed off anyway', '\u200b Jan \n'],
  ])('%s fits', (_, name) => {
    expect(check(name)).toBeNull();
    expect(check(cleanName(name))).toBeNull();
  });

  test.each([
    ['NUL', 'a\0b', 'ab'],
    ['a line break', 'a\nb', 'a b'],
    ['a paragraph', 'a\u2029b', 'a b'],
    ['a tab', 'a\tb', 'a b'],
    ['half a pair', 'a\ud83db', 'ab'],
    ['another half', 'a\ude00b', 'ab'],
    ['turned writing', 'faktura\u202efdp.exe', 'fakturafdp.exe'],
    ['an isolate', 'a\u2066b\u2069c', 'abc'],
    ['an Arabic mark', 'a\u061cb', 'ab'],
    ['no width', 'Al\u200bena', 'Alena'],
    ['a joiner between Latin letters', 'Al\u200dena', 'Alena'],
    ['a joiner beside an emoji alone', 'a 👩\u200d b', 'a 👩 b'],
    ['a mark of order', 'Al\ufeffena', 'Alena'],
    ['a soft hyphen', 'Al\u00adena', 'Alena'],
    ['a filler that is a letter', 'a\u3164b', 'ab'],
    ['tags without a flag', 'a\u{e0061}\u{e007f}b', 'ab'],
    ['a variation of nothing', 'a\ufe0fb', 'ab'],
  ])('%s does not fit, and is cleaned', (_, name, clean) => {
    expect(check(name)).toEqual(refused);
    expect(cleanName(name)).toBe(clean);
  });

  test('a cleaned name always fits', () => {
    const sign = fc.constantFrom(
      ...'a👩ی\u200c\u200d\ufe0f\u202e\ud83d\ude00\0\n\u200b क'.split(''),
      '👨',
      '\u{e007f}',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(sign).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(text, (name) => expect(check(cleanName(name))).toBeNull()),
      { numRuns: 500 },
    );
  });

  test('is told in no time, whatever it holds', () => {
    for (const part of ['\u200d', '\ufe0f', '👩\u200d', 'ی\u064b\u200c', '\u{1f3f4}\u{e0061}'])
      check(part.repeat(200_000));
  });
});
