import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Broadcast } from './broadcast';

/** Contract of every Broadcast adapter. */
export function describeBroadcastContract(name: string, makeBroadcast: () => Promise<Broadcast>): void {
  describe(`${name} as a broadcast`, () => {
    let broadcast: Broadcast;
    beforeEach(async () => {
      broadcast = await makeBroadcast();
    });
    afterEach(() => broadcast.close());

    /** Subscribes, and waits until the subscription is effective: earlier messages may be missed. */
    async function listen(channel: string, onMessage: (message: unknown) => void = () => {}) {
      const heard: unknown[] = [];
      let isHeard = false;
      const stop = broadcast.subscribe(channel, (message) => {
        if (message === 'probe') isHeard = true;
        else {
          heard.push(message);
          onMessage(message);
        }
      });
      while (!isHeard) {
        await broadcast.publish(channel, 'probe');
        await new Promise((resolve) => setImmediate(resolve));
      }
      return { heard, stop };
    }
    const until = async (condition: () => boolean) => {
      while (!condition()) await new Promise((resolve) => setImmediate(resolve));
    };

    it('tells every listener of a channel, in order', async () => {
      const [first, second, other] = [await listen('a'), await listen('a'), await listen('b')];
      const messages = Array.from({ length: 50 }, (_, n) => ({ n, list: [null, 'ž'] }));
      for (const message of messages) void broadcast.publish('a', message);
      await broadcast.publish('b', 'last');
      await until(() => first.heard.length === 50 && second.heard.length === 50 && other.heard.length === 1);
      expect(first.heard).toEqual(messages);
      expect(second.heard).toEqual(messages);
      expect(other.heard).toEqual(['last']);
    });

    it('keeps the order when a listener publishes', async () => {
      const echo = await listen('a', (message) => {
        if (message === 1) void broadcast.publish('a', 3);
      });
      const other = await listen('a');
      void broadcast.publish('a', 1);
      void broadcast.publish('a', 2);
      await until(() => other.heard.length === 3);
      expect(echo.heard).toEqual(other.heard);
      expect(other.heard.indexOf(1)).toBeLessThan(other.heard.indexOf(2));
    });

    it('tells the others when a listener throws', async () => {
      await listen('a', () => {
        throw new Error('a listener that fails');
      });
      const { heard } = await listen('a');
      await broadcast.publish('a', 1);
      await until(() => heard.length === 1);
    });

    it('tells nothing to one who has stopped', async () => {
      const stopped = await listen('a');
      const other = await listen('a');
      stopped.stop();
      stopped.stop();
      await broadcast.publish('a', 1);
      await until(() => other.heard.length === 1);
      expect(stopped.heard).toEqual([]);
    });

    it('tells everything that is published after it told of a gap, or from the beginning', async () => {
      const heard: unknown[] = [];
      let gaps = 0;
      broadcast.subscribe(
        'a',
        (message) => heard.push(message),
        () => gaps++,
      );
      let round = 0;
      const again = async () => {
        const before = gaps;
        // The last messages of a round in which there was a gap may come in the next one.
        const messages = Array.from({ length: 11 }, (_, n) => `${round}:${n}`);
        round++;
        for (const message of messages) await broadcast.publish('a', message);
        await until(() => heard.includes(messages.at(-1)) || gaps > before);
        if (gaps > before) return true;
        expect(heard.slice(-messages.length)).toEqual(messages);
        return false;
      };
      while (await again());
    });

    it('takes a message that nobody listens to', async () => {
      await broadcast.publish('nobody', 1);
    });
  });
}
