import { WeightedSemaphore } from '../../../kernel/semaphore';
import { StoreUnavailable } from '../../../kernel/store-errors';

const mebibyte = 1024 * 1024;
/** Bytes of long bodies that are sent at once: of all projects, and of one. */
const mostBytes = { all: 64 * mebibyte, project: 8 * mebibyte };
/** Shorter bodies are not counted: a webhook sends eight at most. */
const longBytes = 64 * 1024;
/** As long as a target may take to answer. */
const patienceMs = 15_000;

interface Held {
  readonly body: Promise<Buffer | null>;
  users: number;
  release(): void;
}

/** Keeps each body that is being sent in memory once, however many webhooks send it, and bounds the bytes of all of them. */
export class BodiesInFlight {
  private readonly held = new Map<string, Held>();
  private readonly room = new WeightedSemaphore(mostBytes.all);
  private readonly rooms = new Map<number, WeightedSemaphore>();

  /**
   * @param make called unless the body is held already
   * @throws StoreUnavailable when there is no room for the body
   */
  async use<T>(
    projectId: number,
    key: string,
    make: () => Promise<Buffer | null>,
    use: (body: Buffer | null) => Promise<T>,
  ): Promise<T> {
    const held = this.held.get(key) ?? this.hold(projectId, key, make);
    held.users += 1;
    try {
      return await use(await held.body);
    } finally {
      held.users -= 1;
      if (held.users === 0) {
        this.held.delete(key);
        held.release();
      }
    }
  }

  private hold(projectId: number, key: string, make: () => Promise<Buffer | null>): Held {
    let release = () => {};
    const take = async () => {
      const body = await make();
      if (body !== null && body.length > longBytes) release = await this.taken(projectId, body.length);
      return body;
    };
    const held: Held = { body: take(), users: 0, release: () => release() };
    this.held.set(key, held);
    return held;
  }

  private async taken(projectId: number, bytes: number): Promise<() => void> {
    const own = this.rooms.get(projectId) ?? new WeightedSemaphore(mostBytes.project);
    this.rooms.set(projectId, own);
    const full = () => new StoreUnavailable('Too many long deliveries are on their way', 'not-written');
    if (!(await own.acquire(bytes, patienceMs))) throw full();
    if (!(await this.room.acquire(bytes, patienceMs))) {
      own.release(bytes);
      throw full();
    }
    return () => {
      own.release(bytes);
      this.room.release(bytes);
    };
  }
}
