import { Worker } from 'node:worker_threads';

/** Kills the process when one step keeps the event loop for longer; no timer of the test itself would ever run then. */
const script = `
  const { workerData: { beats, killAfterMs } } = require('node:worker_threads');
  let [last, since] = [-1, Date.now()];
  setInterval(() => {
    const now = Atomics.load(beats, 0);
    if (now !== last) [last, since] = [now, Date.now()];
    else if (Date.now() - since > killAfterMs) {
      const name = Buffer.from(beats.buffer, 4).toString().replace(/\\0.*/s, '');
      require('node:fs').writeSync(2, 'The event loop was kept by ' + name + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }
  }, 200);
`;

export interface Watchdog {
  /** Says what goes on from now on. */
  beat(name: string): void;
  stop(): Promise<unknown>;
}

export function watchdog(killAfterMs: number): Watchdog {
  const shared = new SharedArrayBuffer(4 + 400);
  const [beats, name] = [new Int32Array(shared, 0, 1), new Uint8Array(shared, 4)];
  const worker = new Worker(script, { eval: true, workerData: { beats, killAfterMs } });
  worker.unref();
  return {
    beat(text) {
      name.fill(0);
      name.set(Buffer.from(text).subarray(0, 399));
      Atomics.add(beats, 0, 1);
    },
    stop: () => worker.terminate(),
  };
}
