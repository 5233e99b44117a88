import type { Change, SocketEvents } from '@gos/contract';
import type { SignedIn } from '../../http/request-context';
import { type BrowserSocket, letGo, waitingFor } from './browser-socket';

/** Changes in one message. */
const maxInMessage = 50;
/**
 * The most messages that may wait for a client. Beyond it the client is disconnected, and catches up when it
 * reconnects.
 */
const maxWaiting = { messages: 100, bytes: 1024 * 1024 } as const;

/** One person's sockets. */
export interface OpenPerson {
  readonly signedIn: SignedIn;
  readonly sockets: readonly BrowserSocket[];
}

/** The sockets of those who are signed in. Lists are as of now: a socket may have gone before it is sent something. */
export class OpenSockets {
  private readonly sockets = new Map<BrowserSocket, SignedIn>();
  private readonly ofPeople = new Map<number, Set<BrowserSocket>>();

  /** @param onSlow called for each client that is let go because it does not read */
  constructor(private readonly onSlow: () => void) {}

  get size(): number {
    return this.sockets.size;
  }

  get(socket: BrowserSocket): SignedIn | undefined {
    return this.sockets.get(socket);
  }

  set(socket: BrowserSocket, signedIn: SignedIn): void {
    const { id } = signedIn.actor;
    this.sockets.set(socket, signedIn);
    this.ofPeople.set(id, (this.ofPeople.get(id) ?? new Set()).add(socket));
  }

  delete(socket: BrowserSocket): void {
    const id = this.sockets.get(socket)?.actor.id;
    if (id === undefined) return;
    this.sockets.delete(socket);
    const own = this.ofPeople.get(id);
    own?.delete(socket);
    if (own?.size === 0) this.ofPeople.delete(id);
  }

  has(socket: BrowserSocket): boolean {
    return this.sockets.has(socket);
  }

  all(): readonly (readonly [BrowserSocket, SignedIn])[] {
    return [...this.sockets];
  }

  of(userId: number): readonly BrowserSocket[] {
    return [...(this.ofPeople.get(userId) ?? [])];
  }

  people(): readonly OpenPerson[] {
    return [...this.ofPeople.values()].map((own) => {
      const sockets = [...own];
      return { signedIn: this.sockets.get(sockets[0]!)!, sockets };
    });
  }

  /** The people whose sockets these are. */
  ownersOf(sockets: readonly BrowserSocket[]): readonly OpenPerson[] {
    const owners = new Map<number, { readonly signedIn: SignedIn; readonly sockets: BrowserSocket[] }>();
    for (const socket of sockets) {
      const signedIn = this.sockets.get(socket);
      if (!signedIn) continue;
      const known = owners.get(signedIn.actor.id);
      if (known) known.sockets.push(socket);
      else owners.set(signedIn.actor.id, { signedIn, sockets: [socket] });
    }
    return [...owners.values()];
  }

  /** Sends the same to all of them; it is serialised once. */
  emit<E extends keyof SocketEvents>(
    to: readonly BrowserSocket[],
    event: E,
    ...message: Parameters<SocketEvents[E]>
  ): void {
    const ready = to.filter((socket) => this.has(socket) && this.isReading(socket));
    const [first] = ready;
    if (ready.length === 1) first!.emit(event, ...message);
    else first?.nsp.to(ready.map(({ id }) => id)).emit(event, ...message);
  }

  emitChanges(to: readonly BrowserSocket[], changes: readonly Change[]): void {
    for (let start = 0; start < changes.length; start += maxInMessage) {
      this.emit(to, 'changed', changes.slice(start, start + maxInMessage));
    }
  }

  /** A client that is not is let go. */
  private isReading(socket: BrowserSocket): boolean {
    const { messages, bytes } = waitingFor(socket);
    if (messages < maxWaiting.messages && bytes < maxWaiting.bytes) return true;
    this.onSlow();
    letGo(socket.conn);
    return false;
  }
}
