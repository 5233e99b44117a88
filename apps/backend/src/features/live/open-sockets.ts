import type { Change, SocketEvents } from '@gos/contract';
import type { SignedIn } from '../../http/request-context';
import { type BrowserSocket, letGo, waitingFor } from './browser-socket';

/**
 * Changes per message, and messages buffered per client. A client beyond the buffer is disconnected and catches up on reconnect.
 */
const maxInMessage = 50;
const maxWaiting = 100;

/** The sockets of those who are signed in. Lists are as of now: a socket may have gone before it is sent something. */
export class OpenSockets {
  private readonly sockets = new Map<BrowserSocket, SignedIn>();

  get size(): number {
    return this.sockets.size;
  }

  get(socket: BrowserSocket): SignedIn | undefined {
    return this.sockets.get(socket);
  }

  set(socket: BrowserSocket, signedIn: SignedIn): void {
    this.sockets.set(socket, signedIn);
  }

  delete(socket: BrowserSocket): void {
    this.sockets.delete(socket);
  }

  has(socket: BrowserSocket): boolean {
    return this.sockets.has(socket);
  }

  all(): readonly (readonly [BrowserSocket, SignedIn])[] {
    return [...this.sockets];
  }

  of(userId: number): readonly (readonly [BrowserSocket, SignedIn])[] {
    return this.all().filter(([, { actor }]) => actor.id === userId);
  }

  emit<E extends keyof SocketEvents>(socket: BrowserSocket, event: E, ...message: Parameters<SocketEvents[E]>): void {
    if (waitingFor(socket) < maxWaiting) socket.emit(event, ...message);
    else letGo(socket);
  }

  emitChanges(socket: BrowserSocket, changes: readonly Change[]): void {
    for (let start = 0; start < changes.length; start += maxInMessage) {
      this.emit(socket, 'changed', changes.slice(start, start + maxInMessage));
    }
  }
}
