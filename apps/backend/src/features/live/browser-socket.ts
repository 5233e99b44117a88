import type { SocketCommands, SocketEvents } from '@gos/contract';
import type { Socket } from 'socket.io';

export type BrowserSocket = Socket<SocketCommands, SocketEvents>;

export const cookieOf = (socket: BrowserSocket) => socket.handshake.headers.cookie ?? '';

/** Packets buffered for the client; engine.io has no public name for them. */
export const waitingFor = ({ conn }: BrowserSocket) =>
  (conn as unknown as { writeBuffer: readonly unknown[] }).writeBuffer.length;

/** Terminates the connection at once: an orderly close would wait for a client that no longer reads, and keep its buffer. */
export const letGo = ({ conn }: BrowserSocket) => {
  const { socket } = conn.transport as unknown as { readonly socket?: { terminate(): void } };
  conn.close(true);
  socket?.terminate();
};
