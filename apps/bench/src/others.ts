import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const times = () => {
  const all = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }));
  return all.reduce((sum, one) => ({ busy: sum.busy + one.busy, idle: sum.idle + one.idle }));
};

/** Returns the number of processors that other programs keep busy while the bench is idle. */
export async function busyWithOthers(): Promise<number> {
  const before = times();
  await sleep(1_000);
  const after = times();
  const busy = after.busy - before.busy;
  return (busy / Math.max(1, busy + after.idle - before.idle)) * cpus().length;
}
