import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './folder-sync';

const name = 'secret';
const isPart = (entry: string) => entry.startsWith(`${name}.`) && entry.endsWith('.part');

/** A key that is kept has at least so many characters; with fewer its file is damaged. */
export const secretMin = 32;

export const secretFile = (dataDir: string) => join(dataDir, name);

/** The key that is kept in the data folder; the first start makes it. Of two that start at once, both get the same. */
export function keptSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) makeSecret(dataDir);
  return readFileSync(file, 'utf8').trim();
}

/** Keeps another key from now on: after a crash it is this one or the old one, whole. */
export function replaceSecret(dataDir: string, secret: string): void {
  renameSync(writtenBeside(dataDir, secret), secretFile(dataDir));
  syncFolder(dataDir);
}

function makeSecret(dataDir: string): void {
  const part = writtenBeside(dataDir, randomBytes(32).toString('hex'));
  try {
    linkSync(part, secretFile(dataDir));
  } catch {
    // Not where the file system has no links. Where another start was faster, its key holds and it may have cleared this one away.
    if (!existsSync(secretFile(dataDir))) renameSync(part, secretFile(dataDir));
  }
  for (const entry of readdirSync(dataDir).filter(isPart)) rmSync(join(dataDir, entry), { force: true });
  syncFolder(dataDir);
}

/** A name never stands for half a key: it is written and synced under another one first. */
function writtenBeside(dataDir: string, secret: string): string {
  const part = `${secretFile(dataDir)}.${randomUUID()}.part`;
  writeFileSync(part, secret, { mode: 0o600, flag: 'wx', flush: true });
  return part;
}
