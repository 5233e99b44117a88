import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type RefusalCode, refuse } from '@gos/domain';
import { problemOf } from './problem.filter';

const kinds: Readonly<Record<string, { readonly status: number; readonly code: RefusalCode }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'request.too-large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'request.too-slow' },
};

/** Answers input that is not valid HTTP. It reaches no route, so the refusal is written to the socket, which is then closed. */
export function answerMalformedHttp(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code } = kinds[error.code ?? ''] ?? { status: 400, code: 'request.malformed' };
  refuseOnSocket(socket, status, code, error);
}

/** Writes a refusal to the socket itself, where no answer has begun, and closes it. */
export function refuseOnSocket(socket: Socket, status: number, code: RefusalCode, reason?: Error): void {
  const title = STATUS_CODES[status]!;
  const body = JSON.stringify(problemOf(refuse(code), { status, title }));
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy(reason);
}
