import type { BrowserSocket } from './browser-socket';

/** Groups sockets that get the same message, so that it is built and serialised once. */
export class Audiences<M> {
  private readonly known = new Map<string, { readonly message: M; readonly sockets: BrowserSocket[] }>();

  /** @param key the same for the same message */
  add(key: string, sockets: readonly BrowserSocket[], message: () => M): void {
    const known = this.known.get(key) ?? { message: message(), sockets: [] };
    known.sockets.push(...sockets);
    this.known.set(key, known);
  }

  all(): Iterable<{ readonly message: M; readonly sockets: readonly BrowserSocket[] }> {
    return this.known.values();
  }
}
