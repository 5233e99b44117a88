import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Route } from '@gos/contract';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Person } from '../testing/harness';
import { allOperations, allRoutes, fileRoutes } from '../testing/rights/operations';
import { bodyLimitOf, leastBody, mostBody } from './body-limits';

let gos: Harness;
let karla: Person;
beforeAll(async () => {
  gos = await Harness.start();
  karla = await gos.person('Karla Svobodová');
  await karla.task({ name: 'Nahrávky' });
});
afterAll(() => gos.stop());

const kib = 1024;
const boundary = 'a-boundary';
const long = 'x'.repeat(300 * kib);

/** A connection that is kept open, as browsers and proxies keep theirs. */
class KeptConnection {
  private heard = '';
  private goOn = () => {};

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => {
      this.heard += text;
      this.goOn();
    });
    socket.on('error', () => {}).on('close', () => this.goOn());
  }

  static async open(): Promise<KeptConnection> {
    const { hostname, port } = new URL(gos.origin);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new KeptConnection(socket);
  }

  /** Status of the answer; null when the connection was closed instead. */
  async ask(head: readonly string[], body = ''): Promise<number | null> {
    this.heard = '';
    this.socket.write(`${head.join('\r\n')}\r\nhost: gos\r\n\r\n`);
    this.socket.write(body, 'latin1');
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      this.goOn();
    }, 4_000);
    while (!this.socket.destroyed && !isLate) {
      const [top, rest] = this.heard.split('\r\n\r\n', 2) as [string, string?];
      const length = Number(/content-length: (\d+)/i.exec(top)?.[1] ?? 0);
      if (rest !== undefined && rest.length >= length) {
        clearTimeout(timer);
        return Number(/^HTTP\/1.1 (\d+)/.exec(top)![1]);
      }
      await new Promise<void>((resolve) => (this.goOn = resolve));
    }
    clearTimeout(timer);
    return null;
  }

  close(): void {
    this.socket.destroy();
  }
}

interface Sent {
  readonly headers: readonly string[];
  readonly body: string;
}

const sized = (type: string, body: string): Sent => ({
  headers: [`content-type: ${type}`, `content-length: ${body.length}`],
  body,
});
const filePart = (name: string, field = 'file') =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n${long}\r\n`;
const form = (...parts: string[]) =>
  sized(`multipart/form-data; boundary=${boundary}`, `${parts.join('')}--${boundary}--\r\n`);
const chunkOf = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

const signedIn = () => [`cookie: ${karla.cookie}`, 'x-requested-with: gos'];
const tooLarge = JSON.stringify({ name: 'x'.repeat(1100 * kib) });

const refused: Readonly<Record<string, () => Sent & { readonly expected: RegExp }>> = {
  'that is not signed in': () => ({ ...sized('application/json', JSON.stringify({ long })), expected: /4\d\d/ }),
  'of a content type that is not accepted': () => {
    const { headers, body } = sized('text/plain', long);
    return { headers: [...headers, ...signedIn()], body, expected: /415/ };
  },
  'that is packed': () => {
    const { headers, body } = sized('application/json', long);
    return { headers: [...headers, 'content-encoding: gzip', ...signedIn()], body, expected: /415/ };
  },
  'that is too large': () => {
    const { headers, body } = sized('application/json', tooLarge);
    return { headers: [...headers, ...signedIn()], body, expected: /413|415/ };
  },
  'that is too large and does not say so before': () => ({
    headers: ['content-type: application/json', 'transfer-encoding: chunked', ...signedIn()],
    body: `${chunkOf(tooLarge)}${chunkOf(long)}0\r\n\r\n`,
    expected: /413|415/,
  }),
};

const refusedForms: Readonly<Record<string, () => Sent>> = {
  'with a name that no file may have': () => form(filePart('a\x00b.txt'), filePart('b'), filePart('c')),
  'with a field that is not known': () => form(filePart('a', 'other'), filePart('b'), filePart('c')),
  'with too many files': () => form(filePart('a'), filePart('b'), filePart('c'), filePart('d')),
  'that is cut off': () => sized(`multipart/form-data; boundary=${boundary}`, filePart('a').repeat(2)),
  'without a boundary': () => sized('multipart/form-data', long),
};

/** The next request of the connection, whatever became of the one before. */
async function isUsable(connection: KeptConnection): Promise<boolean> {
  return (await connection.ask(['GET /api/health/live HTTP/1.1'])) === 200;
}

const changes = allRoutes.filter((route) => !route.startsWith('GET '));
const requestOf = (route: Route) => {
  const [method, path] = route.split(' ') as [string, string];
  return `${method} /api${path.replace(/\{\w+\}/g, '1')} HTTP/1.1`;
};

describe('a JSON body beyond the limit of its route', () => {
  const limitOf = (route: Route) => {
    const { body = null } = allOperations.find((one) => one.route === route)!;
    if (route === 'POST /hooks/{webhookId}') return mostBody;
    return body === null || body === 'file' ? leastBody : bodyLimitOf(body);
  };

  it('is refused at each route by its declared length, before any of it is sent', async () => {
    const wrong: unknown[] = [];
    for (const route of changes) {
      const connection = await KeptConnection.open();
      const length = limitOf(route) + 1;
      const headers = ['content-type: application/json', `content-length: ${length}`, ...signedIn()];
      const status = await connection.ask([requestOf(route), ...headers]);
      if (status !== 413) wrong.push({ route, length, status });
      connection.close();
    }
    expect(wrong).toEqual([]);
  });

  it('is refused at the sign-in with the code of all too large requests, and read where it is a little shorter', async () => {
    const login = (length: number) =>
      gos.stranger().post('/api/auth/login', { email: 'a@gos.example', password: 'x'.repeat(length) });
    expect((await login(64 * kib)).body).toMatchObject({ status: 413, code: 'request.too-large' });
    expect((await login(12 * kib)).body).toMatchObject({ status: 422, code: 'validation.too-long' });
  });
});

describe('a request whose body is refused before it was read', () => {
  it.each(Object.keys(refused))(
    '%s leaves its connection usable, at each route',
    async (kind) => {
      const wrong: unknown[] = [];
      for (const route of changes) {
        const { headers, body, expected } = refused[kind]!();
        const connection = await KeptConnection.open();
        const status = await connection.ask([requestOf(route), ...headers], body);
        const usable = await isUsable(connection);
        if (!usable || !expected.test(String(status))) wrong.push({ route, status, usable });
        connection.close();
      }
      expect(wrong).toEqual([]);
      expect(changes.length).toBeGreaterThan(50);
    },
    60_000,
  );

  it.each(Object.keys(refusedForms))(
    'as a form %s leaves its connection usable, at each route for files',
    async (kind) => {
      expect(fileRoutes.length).toBeGreaterThan(1);
      for (const route of fileRoutes) {
        const { headers, body } = refusedForms[kind]!();
        const connection = await KeptConnection.open();
        // Several in a row, as a client that tries again does.
        for (let round = 0; round < 3; round++) {
          const status = await connection.ask([requestOf(route), ...headers, ...signedIn()], body);
          expect({ route, refused: status !== null && status >= 400 && status < 500 }).toEqual({
            route,
            refused: true,
          });
          expect({ route, usable: await isUsable(connection) }).toEqual({ route, usable: true });
        }
        connection.close();
      }
    },
  );
});
