import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { areServersAllowed, installedServers } from './installed';
import { describeWithServer } from './server-tests';

const program = join(installedServers, 'bin/openapi-spec-validator');

/** Describes a suite that checks documents with Python's openapi-spec-validator. */
export function describeWithSpecValidator(name: string, suite: () => void): void {
  describeWithServer('openapi-spec-validator', areServersAllowed && existsSync(program), name, suite);
}

/** The errors that openapi-spec-validator finds in a document, as it prints them; null for a valid one. */
export function errorsOfSpecValidator(document: unknown): string | null {
  const { status, stdout, stderr, error } = spawnSync(program, ['--errors', 'all', '-'], {
    input: JSON.stringify(document),
    encoding: 'utf8',
  });
  if (error) throw error;
  return status === 0 ? null : stdout + stderr;
}
