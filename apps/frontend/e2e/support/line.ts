import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Connection between a browser and the server that can be cut and restored. */
export interface Line {
  readonly address: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startLine(target: string): Promise<Line> {
  const port = Number(new URL(target).port);
  const open = new Set<Socket>();
  let whole = true;
  const server: Server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(port, 'localhost');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      whole = false;
      cutAll();
    },
    mend() {
      whole = true;
    },
    close() {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
