import { type Connecting, NotCompared, onlyCompared } from '../../kernel/connections';
import { InstallationMismatch, type StoreUnavailable } from '../../kernel/store-errors';

/** A part that does not fit is looked at again after this time at the earliest. */
const againMs = 1_000;

/** A call meets at most so many connections that were not compared: more than an adapter holds. */
const mostConnections = 200;

interface When {
  /** It was never compared: its first call is a reason to, not only a further connection. */
  readonly isNew?: boolean;
  /** Whether calls only go over connections that were compared; always, if absent. */
  readonly holdsBack?: () => boolean;
}

/**
 * A part of the installation that is compared with the others before it is used over a connection for the first time. Callers at the
 * same time share one comparison.
 */
export class GuardedStore {
  /** Connections that were made so far. */
  private made: number;
  /** The last one that was compared. */
  private compared = 0;
  private comparing: Promise<void> | null = null;
  private failed: { readonly error: InstallationMismatch; readonly at: number } | null = null;

  /**
   * @param store an embedded one never changes while it is open
   * @param compare rejects with InstallationMismatch, or StoreUnavailable when the result is unknown
   */
  constructor(
    store: object,
    private readonly compare: () => Promise<void>,
    private readonly when: When = {},
  ) {
    this.made = when.isNew ? 1 : 0;
    if ('onConnected' in store) (store as Connecting).onConnected(() => this.made++);
  }

  /** The mismatch that the last comparison found. */
  get mismatch(): InstallationMismatch | null {
    return this.failed?.error ?? null;
  }

  /** Grows with every connection. */
  get connections(): number {
    return this.made;
  }

  /**
   * Resolves once the part was compared over every connection so far.
   * @param outcome of what is under way when it does not fit
   * @throws InstallationMismatch, StoreUnavailable
   */
  async fits(outcome: StoreUnavailable['outcome'] = 'not-written'): Promise<void> {
    while (this.compared !== this.made || this.failed !== null) {
      if (this.failed !== null && performance.now() - this.failed.at < againMs) throw as(outcome, this.failed.error);
      this.comparing ??= this.compareNow().finally(() => {
        this.comparing = null;
      });
      await this.comparing.catch((error) => {
        throw error instanceof InstallationMismatch ? as(outcome, error) : error;
      });
    }
  }

  /**
   * Runs a call over connections that were compared. A call that an adapter held back is repeated.
   * @throws InstallationMismatch, StoreUnavailable
   */
  async over<T>(call: () => Promise<T>): Promise<T> {
    for (let met = 0; ; met++) {
      try {
        return await ((this.when.holdsBack?.() ?? true) ? onlyCompared(call) : call());
      } catch (error) {
        if (!(error instanceof NotCompared) || met === mostConnections) throw error;
        this.made++;
        await this.fits();
      }
    }
  }

  private async compareNow(): Promise<void> {
    const { made } = this;
    try {
      await this.compare();
      this.failed = null;
      this.compared = made;
    } catch (error) {
      if (error instanceof InstallationMismatch) this.failed = { error, at: performance.now() };
      throw error;
    }
  }
}

const as = (outcome: StoreUnavailable['outcome'], { misfit, message }: InstallationMismatch) =>
  new InstallationMismatch(misfit, message, outcome);
