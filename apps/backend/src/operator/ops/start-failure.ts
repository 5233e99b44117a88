import { ConfigError } from '../../kernel/config';
import { diskFailure } from '../../kernel/disk-failure';
import { StoreInUse, StoreUnavailable } from '../../kernel/store-errors';
import { OperationRefused } from './operation-report';

const plain = [ConfigError, StoreInUse, StoreUnavailable, OperationRefused];

/** Error codes of listening that wrong settings cause. */
const ofListening = /^E(ADDRINUSE|ADDRNOTAVAIL|ACCES|AI_AGAIN|AI_FAIL|NOTFOUND)$|^ENOTFOUND$/;

/** Why the start failed: one sentence for a problem that the operator can fix, message and stack of any other error. */
export function sentenceOf(error: unknown): string {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException;
  const listening = syscall === 'listen' || syscall === 'getaddrinfo' || code === 'EADDRINUSE';
  if (listening && ofListening.test(code ?? '')) return `HOST and PORT cannot be listened on: ${message}`;
  const { path = process.env.GOS_DATA_DIR ?? 'the data folder' } = error as NodeJS.ErrnoException;
  return diskFailure(error, path) ?? stack ?? String(error);
}
