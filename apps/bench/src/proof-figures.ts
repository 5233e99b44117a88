import { type Figure, figure } from './figures';
import { inOwnProcess } from './own-process';
import type { Setting } from './setting';

const inWords = (count: number) => count.toLocaleString('en-US');
const perSecond = (events: number, milliseconds: number) => (events / milliseconds) * 1_000;

/** Measures the proof of the log: its verification, its first checkpoint, and the next one. */
export async function proofFigures(setting: Setting): Promise<Figure[]> {
  const { quick } = setting.options;
  const [verified, signed] = quick ? [10_000, 50_000] : [100_000, 1_000_000];
  const costs = await inOwnProcess('proofCosts', { folder: setting.path('proof'), verified, signed });
  return [
    figure(
      `verification of chains, tree and checkpoints, ${inWords(verified)} events`,
      perSecond(verified, costs.verifyMs),
      '/s',
      { name: 'reading and parsing the same log', value: perSecond(verified, costs.readMs) },
    ),
    figure(
      `first checkpoint of ${inWords(signed)} events`,
      perSecond(signed, costs.firstMs),
      '/s',
      { name: 'reading and parsing the same log', value: perSecond(signed, costs.readAllMs) },
      `${(costs.firstMs / 1_000).toFixed(1)} s`,
    ),
    figure('the next checkpoint, after one more event', costs.nextMs, 'ms', {
      name: 'the first checkpoint',
      value: costs.firstMs,
    }),
  ];
}
