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

/** The events of one append are larger than the limit of all stores. */
export class EventTooLarge extends RangeError {
  override readonly name = 'EventTooLarge';
}

/** The store is already open, in this process or another one. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/**
 * The store cannot be read or cannot take the change now (disk full, no connection). `outcome` tells whether it may have been
 * written nevertheless.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  constructor(
    message: string,
    readonly outcome: 'not-written' | 'unknown',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
