import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from './folder-sync';

const name = 'secret';
const isPart = (entry: string) => entry.startsWith(`${name}.`) && entry.endsWith('.part');

/** Minimum length of a stored key, in characters; a shorter one means a damaged file. */
export const secretMin = 32;

export const secretFile = (dataDir: string) => join(dataDir, name);

/** The key stored in the data folder; the first start creates it. Two processes that start at once get the same key. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = secretFile(dataDir);
  if (!existsSync(file)) makeSecret(dataDir);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    // Node names no path where it is a folder.
    throw Object.assign(error as Error, { path: file });
  }
}

/** Replaces the stored key atomically: after a crash the file holds either the old key or the new one. */
export function replaceSecret(dataDir: string, secret: string): void {
  renameSync(writtenBeside(dataDir, secret), secretFile(dataDir));
  syncFolder(dataDir);
}

function makeSecret(dataDir: string): void {
  const part = writtenBeside(dataDir, randomBytes(32).toString('hex'));
  try {
    linkSync(part, secretFile(dataDir));
  } catch {
    // Fallback for file systems without hard links. When a concurrent start was faster, its key stays and it may have
    // removed this file.
    if (!existsSync(secretFile(dataDir))) renameSync(part, secretFile(dataDir));
  }
  for (const entry of readdirSync(dataDir).filter(isPart)) rmSync(join(dataDir, entry), { force: true });
  syncFolder(dataDir);
}

/** Writes and syncs the key under a temporary name first, so that the real name never holds half a key. */
function writtenBeside(dataDir: string, secret: string): string {
  const part = `${secretFile(dataDir)}.${randomUUID()}.part`;
  writeFileSync(part, secret, { mode: 0o600, flag: 'wx', flush: true });
  return part;
}
