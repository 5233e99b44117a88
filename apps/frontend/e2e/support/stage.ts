import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { sharedBrowser } from './browser';
import { type Installation, startInstallation } from './installation';
import { type Line, startLine } from './line';
import { type Identity, identityOf, Person } from './person';

const output = join(import.meta.dirname, '../output');

/** Where the journeys of one file take place: an installation of their own, and people who come to it as they are called. */
export interface Stage {
  /** Somebody at a browser of their own, not signed in. */
  guest(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** Somebody who has registered and sees their first screen. */
  person(name: string, options?: BrowserContextOptions): Promise<Person>;
  /** The same person at one more browser, not signed in. */
  again(person: Person, options?: BrowserContextOptions): Promise<Person>;
  /** Runs `npm run ops --` with these arguments and returns its output. */
  operate(...words: readonly string[]): Promise<string>;
  /** Where the installation writes its mails as files. */
  mailFolder(): string;
  /** Somebody who has registered, at the end of a line that can be cut. */
  remote(name: string): Promise<{ readonly person: Person; readonly line: Line }>;
}

/** Saves a screenshot of each person's page after a failed journey. */
async function picture(people: Iterable<Person>, journey: string): Promise<void> {
  for (const { name, page } of people) {
    if (page.isClosed()) continue;
    const file = `${journey} - ${name}`.replace(/[^\p{L}\p{N} -]/gu, '').slice(0, 120);
    await page.screenshot({ path: join(output, `${file}.png`) }).catch(() => undefined);
  }
}

/**
 * @param settings additional settings of the installation
 * @param needs required properties of the browser
 */
export function useStage(
  settings: Readonly<Record<string, string>> = {},
  needs: Parameters<typeof sharedBrowser>[0] = {},
): Stage {
  let installation: Installation;
  let browser: Browser;
  const people = new Set<Person>();
  const lines: Line[] = [];

  beforeAll(async () => {
    // Whatever began is ended, also when the other did not.
    await Promise.all([
      startInstallation(undefined, settings).then((started) => {
        installation = started;
      }),
      sharedBrowser(needs).then((shared) => {
        browser = shared;
      }),
    ]);
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await picture(people, task.name);
    expect([...people].flatMap(({ complaints }) => complaints.take())).toEqual([]);
  });

  afterAll(async () => {
    await Promise.all([...people].map((person) => person.leave()));
    await Promise.all(lines.map((line) => line.close()));
    await installation?.stop();
  });

  async function come(identity: Identity, options?: BrowserContextOptions, address = installation.address) {
    const person = await Person.at(address, browser, identity, options);
    people.add(person);
    return person;
  }

  /** Enters, and says what the browser complained about when that fails before a journey has begun. */
  async function entered(person: Person): Promise<Person> {
    try {
      await person.enter();
    } catch (error) {
      throw new Error([String(error), ...person.complaints.take()].join('\n'));
    }
    return person;
  }

  return {
    guest: (name, options) => come(identityOf(name), options),
    person: async (name, options) => entered(await come(identityOf(name), options)),
    mailFolder: () => join(installation.dataDir, 'mail'),
    operate: (...words) => installation.operate(...words),
    async remote(name) {
      const line = await startLine(installation.address);
      lines.push(line);
      return { person: await entered(await come(identityOf(name), undefined, line.address)), line };
    },
    again: ({ identity }, options) => come(identity, options),
  };
}
