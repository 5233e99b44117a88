import type { RecordedEvent } from '@gos/domain';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EventLog } from './event-log';
import { inPieces } from './read-in-pieces';

describe('a stream in pieces', () => {
  let reads: number[];
  let bytesOfEvent: number;
  const length = 1_000;
  const log: Pick<EventLog, 'readStream'> = {
    async readStream(_, { from = 0, limit = length, budget } = {}) {
      const found: RecordedEvent[] = [];
      for (let revision = from; revision < length && found.length < limit && !budget?.isSpent; revision++) {
        found.push({ revision } as RecordedEvent);
        budget?.spend(bytesOfEvent);
      }
      reads.push(found.length);
      return found;
    },
  };
  const revisions = async (from?: number, to?: number) => {
    const found: number[] = [];
    for await (const events of inPieces(log, 'task-1', from, to)) found.push(...events.map(({ revision }) => revision));
    return found;
  };
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  beforeEach(() => {
    [reads, bytesOfEvent] = [[], 1_000];
  });

  it('has every event once, from a revision on', async () => {
    expect(await revisions()).toEqual(between(0, 999));
    expect(await revisions(990)).toEqual(between(990, 999));
    expect(await revisions(1_000)).toEqual([]);
  });

  it('reads nothing beyond the last revision that is wanted', async () => {
    expect(await revisions(5, 7)).toEqual([5, 6, 7]);
    expect(await revisions(5, 5)).toEqual([5]);
    expect(await revisions(100, 499)).toEqual(between(100, 499));
    expect(reads).toEqual([3, 1, 200, 200]);
  });

  it('takes long events a few at a time', async () => {
    bytesOfEvent = 1024 * 1024;
    expect(await revisions(10, 29)).toEqual(between(10, 29));
    expect(reads).toEqual([4, 4, 4, 4, 4]);
  });
});
