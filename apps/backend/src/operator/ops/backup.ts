import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Progress } from '../../kernel/progress';
import { copyDatabase } from '../../stores/database-copy';
import { assignNewIdentity } from '../../stores/event-log/log-file';
import { OperationRefused, type ReportLine } from './operation-report';

interface Manifest {
  readonly gos: 'backup';
  readonly format: 1;
  readonly at: string;
  /** SHA-256 of every file except the uploaded ones: those are named by their hash. */
  readonly hashes: Readonly<Record<string, string>>;
}

const manifestName = 'backup.json';
const restoring = 'restoring.json';
const log = 'log.sqlite';
/** Files that can be rebuilt, belong to the running process, or are unfinished. */
const leftOut = /^views|^running\.json|-(wal|shm|lock)$|\.part$|\.damaged-|^restoring\.json$|^files-on-the-way$/;
const uploaded = /^files\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/**
 * Copies a data folder, in use or not. The log is copied first: the other stores are then as new or newer, so nothing
 * that an event refers to is missing.
 * @throws OperationRefused
 */
export async function backup(dataDir: string, to: string, report: ReportLine): Promise<void> {
  if (!existsSync(join(dataDir, log))) throw new OperationRefused(`There is no installation in ${dataDir}.`);
  if (existsSync(to) && readdirSync(to).length > 0) throw new OperationRefused(`${to} is not empty.`);
  if (!relative(dataDir, to).startsWith('..'))
    throw new OperationRefused('A backup does not lie in the data folder itself.');
  await mkdir(to, { recursive: true, mode: 0o700 });
  const databases = (await filesIn(dataDir))
    .filter((name) => name.endsWith('.sqlite') && !isLeftOut(name))
    .sort((a, b) => Number(b === log) - Number(a === log));
  const hashes: Record<string, string> = {};
  for (const name of databases) {
    report(`copying ${name}`);
    await copyDatabase(join(dataDir, name), join(to, name));
    await syncFile(join(to, name));
    hashes[name] = await hashOf(join(to, name));
  }
  let copied = 0;
  const files = (await filesIn(dataDir)).filter((one) => !one.endsWith('.sqlite') && !isLeftOut(one));
  const progress = new Progress({ doing: 'copying', unit: 'files', all: files.length }, report);
  for (const name of files) {
    progress.add();
    await mkdir(dirname(join(to, name)), { recursive: true });
    if (!(await copyIfThere(join(dataDir, name), join(to, name)))) continue;
    copied++;
    if (!uploaded.test(name)) hashes[name] = await hashOf(join(to, name));
  }
  const manifest: Manifest = { gos: 'backup', format: 1, at: new Date().toISOString(), hashes };
  writeFileSync(join(to, manifestName), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  report(`${to}: ${databases.length} databases, ${copied} files`);
  report('It holds names, password hashes and the key of the sessions: keep it as safe as the data folder.');
}

/**
 * Restores a backup into an empty data folder: checks all files before writing, and writes the log last.
 * @param finish does what is left to do in the restored stores
 * @throws OperationRefused
 */
export async function restore(
  dataDir: string,
  from: string,
  report: ReportLine,
  finish: () => Promise<void> = async () => {},
): Promise<void> {
  const { at, hashes } = manifestOf(from);
  const mark = join(dataDir, restoring);
  // Reading the settings creates a key in a new folder; a folder with nothing else counts as empty.
  const there = readdirSync(dataDir).filter((name) => name !== 'secret');
  if (there.length > 0 && !existsSync(mark))
    throw new OperationRefused(`${dataDir} is not empty: restore into a new data folder.`);
  report(`checking the backup of ${at}`);
  const names = (await filesIn(from)).filter((name) => name !== manifestName);
  await assertComplete(from, names, hashes, report);
  writeFileSync(mark, `${JSON.stringify({ from })}\n`, { flush: true });
  const progress = new Progress({ doing: 'copying', unit: 'files', all: names.length }, report);
  let copied = 0;
  for (const name of names.sort((a, b) => Number(a === log) - Number(b === log))) {
    progress.add();
    await mkdir(dirname(join(dataDir, name)), { recursive: true });
    // A truncated key would stop the very command that can resume the restore, hence the temporary name.
    const part = join(dataDir, `${name}.part`);
    await copyFile(join(from, name), part);
    await syncFile(part);
    await rename(part, join(dataDir, name));
    copied++;
  }
  // A new identity of the log invalidates documents that were built from later events of the old one.
  assignNewIdentity(join(dataDir, log));
  await finish();
  rmSync(mark);
  report(`${dataDir}: ${copied} files, as they were at ${at}; the read models are rebuilt at the next start`);
}

/** @throws OperationRefused when a restore into this data folder was interrupted */
export function assertRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, restoring))) return;
  throw new OperationRefused(
    `A restore into ${dataDir} was cut off: let "npm run ops -- restore DIR" go on, or take an empty folder.`,
  );
}

async function assertComplete(
  from: string,
  names: readonly string[],
  hashes: Manifest['hashes'],
  report: ReportLine,
): Promise<void> {
  const progress = new Progress({ doing: 'checking', unit: 'files', all: names.length }, report);
  const missing = Object.keys(hashes).filter((name) => !names.includes(name));
  if (missing.length > 0) throw new OperationRefused(`The backup lacks ${missing.join(', ')}.`);
  for (const name of names) {
    progress.add();
    const right = uploaded.exec(name)?.[1] ?? hashes[name];
    if (right === undefined) throw new OperationRefused(`${name} in ${from} is no part of the backup.`);
    if ((await hashOf(join(from, name))) !== right)
      throw new OperationRefused(`${name} in ${from} was altered or damaged.`);
  }
}

function manifestOf(from: string): Manifest {
  let manifest: Partial<Manifest>;
  try {
    manifest = JSON.parse(readFileSync(join(from, manifestName), 'utf8')) as Partial<Manifest>;
  } catch {
    throw new OperationRefused(`${from} holds no whole backup: it has no ${manifestName}.`);
  }
  if (manifest.gos !== 'backup' || manifest.format !== 1)
    throw new OperationRefused(`${from} has a format that this version of Gos does not read.`);
  return manifest as Manifest;
}

/** Skips an upload that was deleted during the backup: nothing refers to it. */
async function copyIfThere(file: string, to: string): Promise<boolean> {
  try {
    await copyFile(file, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await syncFile(to);
  return true;
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync().finally(() => handle.close());
}

const isLeftOut = (name: string) => leftOut.test(name) || name.startsWith('files/incoming/');

/** Paths of all files below a folder, sorted, with slashes; follows a link to a folder. */
async function filesIn(folder: string, below = ''): Promise<string[]> {
  const names: string[] = [];
  for (const entry of (await readdir(join(folder, below))).sort()) {
    const name = below === '' ? entry : `${below}/${entry}`;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found?.isDirectory()) names.push(...(await filesIn(folder, name)));
    else if (found?.isFile()) names.push(name);
  }
  return names;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
