import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino';
import { correlationOf } from './correlation';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace';

/** Masks what error messages of drivers may contain: credentials in URLs, and e-mail addresses of people. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/([a-z][a-z\d+.-]*:\/\/)[^\s/@]*@/gi, '$1…@')
    .replace(/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, '…@…')
    .replace(/\bgos_[\w-]{8,}/g, 'gos_…');
}

/**
 * Name, message, code and stack of an error and of its causes. Other properties are left out: drivers attach anybody's
 * data to them.
 */
function errorOf(error: unknown, depth = 0): SerializedError | string {
  if (!(error instanceof Error)) return withoutSecrets(String(error));
  const { name, message, stack = '', cause } = error;
  const { code } = error as NodeJS.ErrnoException;
  return {
    type: name,
    message: withoutSecrets(message),
    stack: withoutSecrets(stack),
    ...(code !== undefined && { code }),
    ...(cause !== undefined && depth < 3 && { cause: errorOf(cause, depth + 1) }),
  } as SerializedError;
}

const isFacts = (message: unknown): message is { readonly message: string } =>
  typeof message === 'object' && message !== null && typeof (message as { message?: unknown }).message === 'string';

/** Structured logs: one JSON line each with the current correlation id, errors with their stack. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;
  /** For lines that are written at every level but `silent`. */
  private readonly always: Logger;

  constructor(level: string, to?: DestinationStream) {
    this.pino = pino({ level, serializers: { err: (error) => errorOf(error) } }, to);
    this.always = level === 'silent' ? this.pino : this.pino.child({}, { level: 'info' });
  }

  log(message: unknown, ...more: unknown[]): void {
    this.write('info', message, more);
  }

  error(message: unknown, ...more: unknown[]): void {
    this.write('error', message, more);
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.write('warn', message, more);
  }

  debug(message: unknown, ...more: unknown[]): void {
    this.write('debug', message, more);
  }

  verbose(message: unknown, ...more: unknown[]): void {
    this.write('trace', message, more);
  }

  private write(level: Level, message: unknown, more: readonly unknown[]): void {
    const context = more.at(-1);
    // Nest logs every route at start; that is noise except when debugging.
    const quiet =
      level === 'info' &&
      ['RouterExplorer', 'RoutesResolver', 'InstanceLoader', 'WebSocketsController'].includes(String(context));
    // Nest throws what it logs so: the start says it in one sentence.
    const isThrown = context === 'ExceptionHandler';
    const at = quiet || isThrown ? 'debug' : level;
    const pino = isFacts(message) && 'security' in message ? this.always : this.pino;
    if (!pino.isLevelEnabled(at)) return;
    const correlationId = correlationOf(message);
    const [given] = more;
    const where = more.length > 1 && typeof given === 'string' && !given.includes('\n') && { at: given };
    const about = { context: more.length > 0 ? context : undefined, ...where, ...(correlationId && { correlationId }) };
    if (message instanceof Error) pino[at]({ ...about, err: message }, withoutSecrets(message.message));
    else if (isFacts(message)) {
      const { message: text, ...facts } = message;
      pino[at]({ ...about, ...facts }, text);
    } else pino[at](about, withoutSecrets(String(message)));
  }
}
