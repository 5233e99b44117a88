import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

interface Attack {
  readonly origin: string;
  /** Number of addresses; each sends one wrong password after the other. */
  readonly addresses: number;
  readonly milliseconds: number;
}

/** Sends wrong passwords for unknown e-mails, one at a time per address; returns the number of answers by status. */
export async function wrongSignIns({ origin, addresses, milliseconds }: Attack): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: addresses });
  const { hostname, port } = new URL(origin);
  const answered: Record<number, number> = {};
  const end = performance.now() + milliseconds;
  const guess = (from: number, n: number) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({ email: `nobody-${from}-${n}@example.com`, password: `wrong ${n}` });
      const headers = {
        'x-requested-with': 'gos',
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'x-forwarded-for': `198.18.${from >> 8}.${from & 255}`,
      };
      const sent = request({ agent, hostname, port, method: 'POST', path: '/api/auth/login', headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode!));
        answer.on('error', reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  const attacker = async (from: number) => {
    for (let n = 0; performance.now() < end; n++) {
      const status = await guess(from, n);
      answered[status] = (answered[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: addresses }, (_, from) => attacker(from)));
  agent.destroy();
  return answered;
}
