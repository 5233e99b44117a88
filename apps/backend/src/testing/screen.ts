import { io, type Socket } from 'socket.io-client';
import type { Json, Person } from './harness';

/** An open screen of a person: hears what the server sends and waits for it. */
export class Screen {
  readonly heard: { readonly event: string; readonly message: Json }[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(readonly socket: Socket) {
    socket.onAny((event: string, message: unknown) => this.note(event, message));
    for (const event of ['connect', 'disconnect', 'connect_error']) {
      socket.on(event, (reason: unknown) => this.note(event, reason));
    }
  }

  /** Connects with the person's cookies; waits for `hello` by default. */
  static async open(
    person: Person,
    auth: object = {},
    { greeted = true, headers = {} }: { greeted?: boolean; headers?: Record<string, string> } = {},
  ): Promise<Screen> {
    const screen = new Screen(
      io(person.origin, {
        transports: ['websocket'],
        extraHeaders: { cookie: person.cookie, ...headers },
        auth: { ...auth },
        forceNew: true,
        reconnection: false,
      }),
    );
    if (greeted) await screen.until('hello');
    return screen;
  }

  /** Every `changed` so far, in order. */
  get changes(): Json[] {
    return this.heard.filter(({ event }) => event === 'changed').flatMap(({ message }) => message);
  }

  changesOf(model: string, id: number): Json[] {
    return this.changes.filter((change) => change.model === model && change.id === id);
  }

  said(event: string): Json[] {
    return this.heard.filter((one) => one.event === event).map(({ message }) => message);
  }

  /** The first message of that event that fits, past ones included. */
  until(event: string, fits: (message: Json) => boolean = () => true): Promise<Json> {
    return this.eventually(
      () => this.heard.find((one) => one.event === event && fits(one.message)),
      `${event} was not heard`,
    ).then(({ message }) => message);
  }

  /** The first change of a document that fits. */
  change(model: string, id: number, fits: (change: Json) => boolean = () => true): Promise<Json> {
    return this.eventually(
      () => this.changesOf(model, id).find(fits),
      `no such change of ${model} ${id} was heard, only ${JSON.stringify(this.changesOf(model, id))}`,
    );
  }

  /** Everything that the server has sent by now was heard: it answers watches in the order of what it sends. */
  async settled(taskId: number): Promise<void> {
    const before = this.said('presence').length;
    this.socket.emit('watch', { model: 'task', id: taskId });
    await this.eventually(() => this.said('presence').length > before || undefined, 'not settled');
    this.socket.emit('unwatch', { model: 'task', id: taskId });
  }

  close(): void {
    this.socket.close();
  }

  private note(event: string, message: unknown): void {
    this.heard.push({ event, message });
    for (const wake of this.waiting) wake();
  }

  private eventually<T>(look: () => T | undefined, otherwise: string): Promise<T> {
    const now = look();
    if (now !== undefined) return Promise.resolve(now);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        settle();
      };
      const timer = setTimeout(() => end(() => reject(new Error(otherwise))), 5_000);
      const wake = () => {
        const found = look();
        if (found !== undefined) end(() => resolve(found));
      };
      this.waiting.add(wake);
    });
  }
}
