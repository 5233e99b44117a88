import type { SocketCommands, SocketEvents } from '@gos/contract';
import type { RefusalCode } from '@gos/domain';
import type { Socket } from 'socket.io';

export type BrowserSocket = Socket<SocketCommands, SocketEvents>;
export type Connection = BrowserSocket['conn'];

export const cookieOf = (socket: BrowserSocket) => socket.handshake.headers.cookie ?? '';

/** The messages that wait for a client. */
export interface Waiting {
  readonly messages: number;
  readonly bytes: number;
}

/** The parts of engine.io and ws that hold what is not sent yet; they have no public names. */
interface Buffering {
  readonly writeBuffer: readonly { readonly data?: string }[];
  readonly transport: { readonly socket?: { readonly bufferedAmount: number; terminate(): void } };
}

export function waitingFor({ conn }: BrowserSocket): Waiting {
  const { writeBuffer, transport } = conn as unknown as Buffering;
  const queued = writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  return { messages: writeBuffer.length, bytes: queued + (transport.socket?.bufferedAmount ?? 0) };
}

/** Terminates the connection at once: an orderly close would wait for a client that no longer reads, and keep its buffer. */
export function letGo(conn: Connection): void {
  const { transport } = conn as unknown as Buffering;
  conn.close(true);
  transport.socket?.terminate();
}

/** How long a client that is sent away has to hear why. */
const goodbyeMs = 1_000;

/** Says why, and ends the connection, whether the client goes along with it or not. */
export function sendAway(socket: BrowserSocket, code: RefusalCode): void {
  const { conn } = socket;
  socket.emit('problem', { code });
  socket.disconnect(true);
  setTimeout(() => letGo(conn), goodbyeMs).unref();
}
