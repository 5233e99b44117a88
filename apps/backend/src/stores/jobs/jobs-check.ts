import { CronExpressionParser } from 'cron-parser';
import type { Backoff, NewJob, QueueOptions, Schedule } from './jobs';

const maxDataBytes = 64 * 1024;
/** About 68 years; longer delays are mistakes. */
const maxMs = 2 ** 31 * 1_000;
const maxAttempts = 1_000;

function check(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new RangeError(sentence);
}

const isWhole = (value: number | undefined, least: number, most: number) =>
  value === undefined || (Number.isSafeInteger(value) && value >= least && value <= most);

export function checkQueue(queue: string): void {
  check(/^[a-z][a-z0-9-]{0,49}$/.test(queue), `Not a name of a queue: ${queue}`);
}

/** BullMQ separates its keys with `:` and issues numeric ids itself. */
function checkId(id: string): void {
  check(/^[\w.-]{1,200}$/.test(id) && !/^\d+$/.test(id), `Not an id of a job: ${id}`);
}

/**
 * The data as JSON.
 * @throws RangeError when it has none, or is too large
 */
export function checkedData(data: unknown): string {
  const json = JSON.stringify(data);
  check(json !== undefined, 'The data of a job is JSON');
  check(Buffer.byteLength(json) <= maxDataBytes, `The data of a job is larger than ${maxDataBytes} bytes`);
  return json;
}

function checkBackoff(backoff: Backoff | undefined): void {
  check(
    isWhole(backoff?.delayMs, 0, maxMs) && isWhole(backoff?.mostMs, 0, maxMs),
    'A backoff is whole milliseconds from 0 on',
  );
}

export function checkJob({ id, data, delayMs, at, attempts, backoff }: NewJob): void {
  checkId(id);
  checkedData(data);
  check(delayMs === undefined || at === undefined, 'A job has a delay or an instant, not both');
  check(isWhole(delayMs, 0, maxMs), `Not a delay: ${delayMs}`);
  check(isWhole(at, 0, Number.MAX_SAFE_INTEGER), `Not an instant: ${at}`);
  check(isWhole(attempts, 1, maxAttempts), `Not a number of attempts: ${attempts}`);
  checkBackoff(backoff);
}

export function checkOptions(queue: string, { concurrency, attempts, backoff }: QueueOptions): void {
  checkQueue(queue);
  check(isWhole(concurrency, 1, 1_000), `Not a concurrency: ${concurrency}`);
  check(isWhole(attempts, 1, maxAttempts), `Not a number of attempts: ${attempts}`);
  checkBackoff(backoff);
}

export function checkRepeat(id: string, data: unknown, schedule: Schedule): void {
  checkId(id);
  checkedData(data);
  if ('everyMs' in schedule) {
    check(isWhole(schedule.everyMs, 1, maxMs), `Not an interval: ${schedule.everyMs}`);
    return;
  }
  const { cron, timeZone } = schedule;
  check(cron.trim().split(/\s+/).length === 5, `A schedule has five fields: ${cron}`);
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    nextOfCron(cron, timeZone, 0);
  } catch (cause) {
    throw new RangeError(`Not a schedule: ${cron} in ${timeZone}`, { cause });
  }
}

/** The first instant of a schedule after the given one. */
export function nextOfCron(cron: string, timeZone: string, after: number): number {
  return CronExpressionParser.parse(cron, { tz: timeZone, currentDate: new Date(after) })
    .next()
    .getTime();
}

/** Delay in milliseconds after a number of failed attempts. */
export function backoffMs(backoff: Backoff | undefined, failures: number): number {
  if (!backoff) return 0;
  return Math.min(backoff.delayMs * 2 ** (failures - 1), backoff.mostMs ?? maxMs, maxMs);
}

/** The reason of a failure, at most 1,000 characters. */
export function reasonOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : '';
  return String(message || error).slice(0, 1_000);
}
