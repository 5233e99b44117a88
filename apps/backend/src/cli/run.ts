import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { closeToOthers, makeForOwnerOnly } from '../kernel/closed-folder';
import { readConfig } from '../kernel/config';
import { assertKinds } from '../kernel/data-folder';
import { backup, restore } from '../operator/ops/backup';
import { deadLetters } from '../operator/ops/dead-letters';
import { type Operation, operations, remoteOperations } from '../operator/ops/operation-names';
import { assertEmbedded, assertStopped } from '../operator/ops/preconditions';
import { RemoteOperations } from '../operator/ops/remote-operations';
import { askRunning, runningOf } from '../operator/ops/running';
import { sentenceOf } from '../operator/ops/start-failure';

const usage = `npm run ops -- COMMAND

lag                        how far the read models have come
rebuild [READ-MODEL]       rebuilds the read models from the log, next to the live ones
verify [--checkpoint FILE] checks the chain of hashes over the whole log, its tree and checkpoints, and the read models
                           against it; also against a checkpoint that was kept elsewhere
checkpoint                 signs the log as it is now and prints the checkpoint, to be kept elsewhere
log-key [rotate]           the public keys of the log; "rotate" lets a new key sign
set-aside [ACTION ID]      documents that could not be built or kept, and events that could not be handled, and why;
                           retry ID, retry all or dismiss ID of an event
export FILE                writes the whole installation into one file
import FILE                takes it into an empty installation; "-" reads it from the standard input
backup DIR                 copies the data folder, while it is in use too
restore DIR                puts such a copy into an empty data folder
accept-log [N]             lets the other parts follow an older log that lacks N events
user create NAME E-MAIL [ROLE]
user restore ID NAME E-MAIL
                           gives a person of the log an account again
user password E-MAIL       a new password, for who cannot sign in
user email E-MAIL NEW      another e-mail address; the person is informed at both
user second-step E-MAIL    takes the second step of the sign-in away, for who lost it
dead-letters [retry ID|retry all|remove ID]
`;

// A reader such as `head` closes the pipe early; that is no failure to report.
process.stdout.on('error', () => process.exit(1));

const say = (line: string) => void process.stdout.write(`${line}\n`);
/** Resolves a path against the directory in which the command was typed: npm changes to the project's folder first. */
const pathOf = (path: string) => resolve(process.env.INIT_CWD ?? '.', path);

/** Imports modules lazily: loading the whole application takes seconds. */
async function perform(operation: Operation, args: readonly string[]): Promise<boolean> {
  const config = readConfig(process.env);
  assertKinds(config.dataDir);
  const open = closeToOthers(config.dataDir);
  if (open !== null) process.stderr.write(`${open}\n`);
  switch (operation) {
    case 'backup':
      assertEmbedded(config);
      await backup(config.dataDir, pathOf(args[0]!), say);
      return true;
    case 'restore':
      assertEmbedded(config);
      await assertStopped(config);
      await restore(config.dataDir, pathOf(args[0]!), say, async () => {
        const { withStores } = await import('./standalone');
        const { forgetPlaces } = await import('../engine/parts/marks');
        // They were copied after the log, and may have followed events that it lacks.
        await withStores(config, ({ accounts, claims }) => forgetPlaces(accounts, claims));
      });
      return true;
    case 'import':
      if (args[0] === '-') return (await import('./moving')).importFromStdin(config, say);
      return (await import('./moving')).importHere(config, pathOf(args[0]!), say);
    case 'accept-log':
      return (await import('./accepting')).acceptLogHere(config, args[0] ?? null, say);
  }
  const running = runningOf(config);
  const asked = running && (await askRunning(running, operation, args, process.stdout));
  if (asked !== null) return asked;
  const { inStandaloneApp, withStores } = await import('./standalone');
  if (operation === 'export' || operation === 'dead-letters') {
    return withStores(config, async (stores) => {
      await stores.parts.settle();
      if (operation === 'dead-letters') return deadLetters(stores.jobs, args, say);
      const { exportTo } = await import('../operator/ops/exporting');
      await exportTo(args[0]!, stores, config.secret, say);
      return true;
    });
  }
  if (config.servers.redis !== null && remoteOperations.has(operation)) {
    const fine = await withStores(config, async ({ parts, broadcast }) => {
      await parts.name();
      return new RemoteOperations(broadcast).ask(operation, args, say);
    });
    if (fine !== null) return fine;
  }
  const hasLostAccounts = operation === 'user' && args[0] === 'restore';
  return inStandaloneApp({ ...config, hasLostAccounts }, (app) => app.run(operation, args, say));
}

/** Arguments of the `user` operations that a terminal prompts for. */
const askedOf: Readonly<Record<string, readonly string[]>> = {
  create: ['Name', 'E-mail'],
  restore: ['Number', 'Name', 'E-mail'],
  password: ['E-mail'],
  'second-step': ['E-mail'],
};

/** The arguments, completed by asking at a terminal; null when some are missing. */
async function completed(operation: Operation, typed: readonly string[]): Promise<readonly string[] | null> {
  const ofFile = operation === 'export' || operation === 'import' || operation === 'backup' || operation === 'restore';
  if (ofFile) {
    if (typed.length !== 1) return null;
    return operation === 'export' ? [pathOf(typed[0]!)] : typed;
  }
  if (operation === 'verify' && typed.length > 0) {
    const isGiven = typed.length === 2 && typed[0] === '--checkpoint';
    return isGiven ? ['--checkpoint', readFileSync(pathOf(typed[1]!), 'utf8')] : null;
  }
  if (operation !== 'user') return typed;
  const needed = askedOf[typed[0] ?? ''];
  if (!needed || (typed.length <= needed.length && !process.stdin.isTTY)) return null;
  const args = [...typed];
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  for (const what of needed.slice(args.length - 1)) args.push(await terminal.question(`${what}: `));
  terminal.close();
  return args;
}

makeForOwnerOnly();
try {
  const [operation, ...typed] = process.argv.slice(2);
  const known = operations.includes(operation as Operation);
  const args = known ? await completed(operation as Operation, typed) : null;
  if (args === null) {
    process.stderr.write(usage);
    process.exit(2);
  }
  process.exit((await perform(operation as Operation, args)) ? 0 : 1);
} catch (error) {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exit(1);
}
