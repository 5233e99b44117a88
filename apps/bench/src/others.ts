import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const times = () => {
  const all = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }));
  return all.reduce((sum, one) => ({ busy: sum.busy + one.busy, idle: sum.idle + one.idle }));
};

/** How many processors are busy while we do nothing: what others take from the figures. */
export async function busyWithOthers(): Promise<number> {
  const before = times();
  await sleep(1_000);
  const after = times();
  const busy = after.busy - before.busy;
  return (busy / Math.max(1, busy + after.idle - before.idle)) * cpus().length;
}
