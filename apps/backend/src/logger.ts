import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

/** Structured logs: one JSON line each, errors with their stack. */
export class PinoLogger implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string) {
    this.pino = pino({ level });
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

  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace',
    message: unknown,
    more: readonly unknown[],
  ): void {
    const context = more.at(-1);
    // What the framework says of each route at start is noise outside debugging.
    const quiet =
      level === 'info' &&
      ['RouterExplorer', 'RoutesResolver', 'InstanceLoader', 'WebSocketsController'].includes(String(context));
    const about = { context: more.length > 0 ? context : undefined, ...(message instanceof Error && { err: message }) };
    this.pino[quiet ? 'debug' : level](about, message instanceof Error ? message.message : String(message));
  }
}
