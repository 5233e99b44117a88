import 'reflect-metadata';
import { mkdirSync } from 'node:fs';
import { makeForOwnerOnly } from '../../backend/src/kernel/closed-folder';
import { ConfigError, readConfig } from '../../backend/src/kernel/config';
import { type Filled, fillDemo } from './fill';
import { clear, demoFolder, mark, stateOf } from './folder';
import { demoPassword, emailOf, employee, recommended, staff } from './staff';

/** `npm run demo`: fills a data folder of its own before the server starts on it. */

const say = (line = '') => void process.stdout.write(`${line}\n`);

function saySignIns(): void {
  say(`\n  Sign in with the password ${demoPassword} as`);
  for (const { id, about } of recommended) {
    const person = employee(id);
    say(`    ${emailOf(person).padEnd(36)} ${person.name}, ${about}`);
  }
  const auditor = staff.find(({ role }) => role === 'auditor')!;
  say(`    ${emailOf(auditor).padEnd(36)} ${auditor.name}, auditor: sees everything, changes nothing`);
  say('  or as any of the other people, each by firstname.lastname@firma.example');
}

function sayCounts({ events, tasks, byState, byType }: Filled, seconds: number): void {
  const projects = byType.get('ProjectCreated') ?? 0;
  say(
    `  ${events} events of ${staff.length} people on ${tasks} tasks and ${projects} projects in ${seconds.toFixed(1)} s`,
  );
  say(
    `  tasks now: ${Object.entries(byState)
      .map(([state, count]) => `${state} ${count}`)
      .join(', ')}`,
  );
  const most = [...byType].sort(([, a], [, b]) => b - a).slice(0, 6);
  say(`  most frequent: ${most.map(([type, count]) => `${type} ${count}`).join(', ')}`);
}

async function main(): Promise<void> {
  const folder = demoFolder(process.env.GOS_DATA_DIR);
  const state = stateOf(folder);
  if (state === 'of-others') {
    throw new ConfigError(
      `${folder} is not a folder for the demo. Give GOS_DATA_DIR a new or an empty one, not "data".`,
    );
  }
  if (state === 'being-filled') throw new ConfigError(`${folder} is being filled by another process right now.`);
  if (state === 'filled') {
    say(`\n  The demo is in ${folder}; delete that folder to have it made anew, up to today.`);
    return saySignIns();
  }
  if (state === 'half-filled') clear(folder);
  mkdirSync(folder, { recursive: true });
  mark(folder, null);
  say(`\n  Making half a year of a company in ${folder} …`);
  const started = Date.now();
  const filled = await fillDemo(readConfig({ ...process.env, GOS_DATA_DIR: folder }), started);
  mark(folder, new Date().toISOString());
  sayCounts(filled, (Date.now() - started) / 1_000);
  saySignIns();
}

makeForOwnerOnly();
try {
  await main();
  process.exit(0);
} catch (error) {
  const message = error instanceof ConfigError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`The demo cannot be created: ${message}\n`);
  process.exit(1);
}
