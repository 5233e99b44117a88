import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** One port for several processes: each connection goes to the next process, and its answers come back. */
export class RoundRobin {
  private readonly sockets = new Set<Socket>();
  private next = 0;

  private constructor(private readonly server: Server) {}

  static async before(origins: readonly string[]): Promise<RoundRobin> {
    const ports = origins.map((origin) => Number(new URL(origin).port));
    const server = createServer((client) => proxy.pass(client, ports[proxy.next++ % ports.length]!));
    const proxy = new RoundRobin(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private pass(client: Socket, port: number): void {
    const server = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay();
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  }
}
