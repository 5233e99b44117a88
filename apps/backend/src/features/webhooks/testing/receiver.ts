import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Json } from '../../../testing/harness';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: Json;
}

type Answer = (received: Received, response: ServerResponse) => void | Promise<void>;

/** A target of webhooks that records requests and answers by `answer`. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = (_, response) => void response.writeHead(204).end();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => void receiver.take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const receiver = new Receiver(server, (server.address() as AddressInfo).port);
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/gos`;
  }

  get types(): string[] {
    return this.received.map(({ body }) => body.type);
  }

  /** Waits until so many requests have arrived. */
  async got(count: number): Promise<readonly Received[]> {
    while (this.received.length < count) await sleep(5);
    return this.received;
  }

  /** Verifies a request with the library for consumers, which throws for a wrong signature. */
  static verified(secret: string, { text, headers }: Received): Json {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const headers = request.headers as Readonly<Record<string, string>>;
    const received = { path: request.url ?? '', headers, text, body: text === '' ? null : JSON.parse(text) };
    this.received.push(received);
    await this.answer(received, response);
  }
}
