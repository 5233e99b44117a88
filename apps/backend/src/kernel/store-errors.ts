/** The stream is not at the expected revision; nothing was written. */
export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`Stream ${stream} is at revision ${actual}, not at ${expected}`);
  }
}

/** Events that were to follow one another in the log do not: others wrote into it meanwhile. */
export class OrderBroken extends Error {
  override readonly name = 'OrderBroken';
  /** @param found the event in the place of the expected one, such as `task-1 revision 3` */
  constructor(readonly found: string) {
    super(`The log holds ${found} in the place of another event: somebody else wrote into it`);
  }
}

/** The events of one append are larger than the limit of all stores. */
export class EventTooLarge extends RangeError {
  override readonly name = 'EventTooLarge';
}

/**
 * An event of a stream is malformed, so that the stream's state is unknown and nothing can be decided on it. No outage: only this
 * stream is affected, until its operator restores the event.
 */
export class EventDamaged extends Error {
  override readonly name = 'EventDamaged';
  constructor(
    readonly stream: string,
    readonly revision: number,
    options?: ErrorOptions,
  ) {
    super(`Event ${revision} of ${stream} cannot be read`, options);
  }
}

/** The store is already open, in this process or another one. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/**
 * The store cannot be read or cannot take the change now (disk full, no connection). `outcome` states whether it may
 * have been written nevertheless.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = 'StoreUnavailable';
  constructor(
    message: string,
    readonly outcome: 'not-written' | 'unknown',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A file of the store takes no changes now: its disk is full or fails, or may not be written. Reads go on. */
export class StoreUnwritable extends StoreUnavailable {
  /**
   * @param message for the log, with the file's path
   * @param remedy for everybody who sees readiness: names the file without its folder
   */
  constructor(
    message: string,
    readonly remedy: string,
    readonly fault: { readonly file: string; readonly remedy: 'make-room' | 'check-disk' | 'allow-writing' },
    outcome: StoreUnavailable['outcome'],
    options?: ErrorOptions,
  ) {
    super(message, outcome, options);
  }
}

/** The file that takes no changes, by an error or one of its causes; null where none names one. */
export function unwritableIn(error: unknown): StoreUnwritable | null {
  const seen = new Set<unknown>();
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one);
    if (one instanceof StoreUnwritable) return one;
  }
  return null;
}

/** A file of the store is damaged. The message names the file and the remedy, for the operator. */
export class StoreDamaged extends StoreUnavailable {
  override readonly name = 'StoreDamaged';
  /**
   * @param file its name in the data folder
   * @param isRebuilt whether the store sets the file aside by itself, because the event log holds everything that was in it
   */
  constructor(
    message: string,
    readonly file: string,
    readonly isRebuilt: boolean,
    outcome: StoreUnavailable['outcome'] = 'not-written',
    options?: ErrorOptions,
  ) {
    super(message, outcome, options);
  }
}

/**
 * The relation of one part of an installation to the others: empty, behind the others or another copy, or of another
 * installation.
 */
export interface Misfit {
  readonly part: 'event-log' | 'accounts' | 'claims' | 'read-models' | 'jobs';
  readonly kind: 'lost' | 'older' | 'another';
  /** The number of events that the log lacks; null when it is not known, or of no matter. */
  readonly missing: number | null;
}

/** A part of the installation does not belong to the others, and takes nothing until the right one is back. */
export class InstallationMismatch extends StoreUnavailable {
  override readonly name = 'InstallationMismatch';
  /** @param message what is wrong and what to do, for the operator */
  constructor(
    readonly misfit: Misfit,
    message: string,
    outcome: StoreUnavailable['outcome'] = 'not-written',
  ) {
    super(message, outcome);
  }
}

/** Codes of the operating system and of SQLite for a disk, a network or a file that is out of reach, full or damaged. */
const outageCode =
  /^(E(MFILE|NFILE|NOSPC|DQUOT|IO|ACCES|PERM|ROFS|CONN\w+|PIPE|HOST\w+|NET\w+|TIMEDOUT|AI_AGAIN|NOTFOUND)|SQLITE_(?!CONSTRAINT|ERROR|TOOBIG|MISMATCH|RANGE)\w+)$/;

/**
 * Whether an error says that something which the program needs is away, so that the same work may succeed later. All other
 * errors belong to the work itself.
 */
export function isOutage(error: unknown): boolean {
  const seen = new Set<unknown>();
  for (let one = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one);
    const { code } = one as NodeJS.ErrnoException;
    if (one instanceof StoreUnavailable || one instanceof StoreInUse || one.name === 'AbortError') return true;
    if (typeof code === 'string' && outageCode.test(code)) return true;
  }
  return false;
}
