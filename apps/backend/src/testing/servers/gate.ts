import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server over which connections go as the test says: the server itself keeps what it holds. */
export class Gate {
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();
  private silent = false;
  private breaksAfter: number | null = null;
  private port = 0;
  private holdsAfter: { readonly bytes: number; readonly held: (release: () => void) => void } | null = null;
  /** Connections that came so far. */
  connections = 0;

  private constructor(private target: { host: string; port: number }) {}

  /** @param address of the server: host:port */
  static async to(address: string): Promise<Gate> {
    const gate = new Gate(targetOf(address));
    await gate.open();
    return gate;
  }

  /** Leads to another server from now on, as after a failover: connections end, and new ones go there. */
  turnTo(address: string): void {
    this.target = targetOf(address);
    this.cut();
  }

  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Connections that are there now. */
  get held(): number {
    return this.sockets.size;
  }

  /** Lets everything through (again), at the same address. */
  async open(): Promise<void> {
    this.silent = false;
    if (this.server) return;
    this.server = createServer({ noDelay: true }, (socket) => this.pass(socket));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  /** Nobody is there any more: connections end and new ones are refused. */
  async close(): Promise<void> {
    const closed = this.server && once(this.server, 'close');
    this.server?.close();
    this.server = undefined;
    this.cut();
    await closed;
  }

  /** Connections are taken and nothing passes. */
  fallSilent(): void {
    this.silent = true;
    this.cut();
  }

  /** Reads no more data from the present connections, without closing them. Returns a function that continues. */
  standStill(): () => void {
    const held = [...this.sockets];
    for (const socket of held) socket.pause();
    return () => {
      for (const socket of held) socket.resume();
    };
  }

  /** Ends every connection there is; new ones are taken. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** The next connection breaks once so many bytes came from the side of the client or of the server. */
  breakNextAfter(bytes: number): void {
    this.breaksAfter = bytes;
  }

  /**
   * The next connection freezes once so many bytes came from the client's side. Resolves then with a function that lets
   * it continue.
   */
  holdNextAfter(bytes: number): Promise<() => void> {
    return new Promise((held) => {
      this.holdsAfter = { bytes, held };
    });
  }

  private pass(client: Socket): void {
    this.connections++;
    this.hold(client);
    if (this.silent) return void client.resume();
    const server = connect({ ...this.target, noDelay: true });
    let left = this.breaksAfter ?? Number.POSITIVE_INFINITY;
    this.breaksAfter = null;
    let holding = this.holdsAfter;
    this.holdsAfter = null;
    let sent = 0;
    client.on('data', (chunk: Buffer) => {
      sent += chunk.length;
      if (!holding || sent <= holding.bytes) return;
      client.unpipe(server);
      client.pause();
      holding.held(() => client.pipe(server));
      holding = null;
    });
    // Not by a reset: Node never closes a socket that is reset while its end is being sent.
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) end();
      });
      from.on('error', end);
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
  }
}

function targetOf(address: string): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${address}`);
  return { host: hostname, port: Number(port) };
}
