import { describe, expect, it } from '@jest/globals';
import type { Broadcast } from '../../stores/broadcast/broadcast';
import { ProcessBroadcast } from '../../stores/broadcast/process.broadcast';
import { RemoteOperations } from './remote-operations';

const times = { answerMs: 150, silenceMs: 300, againMs: 20 };

/** Loses the messages of which `loses` says so. */
function lossy(broadcast: Broadcast, loses: (message: never, n: number) => boolean): Broadcast {
  let n = 0;
  return {
    publish: async (channel, message) => {
      if (!loses(message as never, n++)) await broadcast.publish(channel, message);
    },
    subscribe: (channel, listener) => broadcast.subscribe(channel, listener),
    close: () => broadcast.close(),
  };
}

describe('asking the process that leads', () => {
  it('gives its lines in order, and how it ended', async () => {
    const broadcast = new ProcessBroadcast();
    const asked: unknown[] = [];
    new RemoteOperations(broadcast, times).answer(
      () => true,
      async (operation, args, say) => {
        asked.push([operation, args]);
        for (let n = 0; n < 5; n++) say(`line ${n}`);
        return operation === 'fine';
      },
    );
    new RemoteOperations(broadcast, times).answer(
      () => false,
      async () => true,
    );
    const lines: string[] = [];
    const remoteOperations = new RemoteOperations(broadcast, times);
    expect(await remoteOperations.ask('fine', ['a'], (line) => lines.push(line))).toBe(true);
    expect(lines).toEqual([0, 1, 2, 3, 4].map((n) => `line ${n}`));
    expect(await remoteOperations.ask('wrong', [], () => {})).toBe(false);
    expect(asked).toEqual([
      ['fine', ['a']],
      ['wrong', []],
    ]);
  });

  it('ends when nobody answers', async () => {
    expect(await new RemoteOperations(new ProcessBroadcast(), times).ask('rebuild', [], () => {})).toBeNull();
  });

  it('says what went wrong there', async () => {
    const broadcast = new ProcessBroadcast();
    const wrong = async () => {
      throw new Error('There is no projection "x".');
    };
    new RemoteOperations(broadcast, times).answer(() => true, wrong);
    const lines: string[] = [];
    expect(await new RemoteOperations(broadcast, times).ask('rebuild', ['x'], (line) => lines.push(line))).toBe(false);
    expect(lines).toEqual(['There is no projection "x".']);
  });

  it('does once what is asked again because the question or the ending was lost', async () => {
    const broadcast = new ProcessBroadcast();
    let runs = 0;
    let endings = 0;
    const leading = lossy(broadcast, ({ kind }: { kind: string }) => kind === 'ended' && ++endings < 3);
    new RemoteOperations(leading, times).answer(
      () => true,
      async (_, __, say) => {
        say(`run ${++runs}`);
        return true;
      },
    );
    const lines: string[] = [];
    const remoteOperations = new RemoteOperations(
      lossy(broadcast, (_, n) => n < 3),
      times,
    );
    expect(await remoteOperations.ask('rebuild', [], (line) => lines.push(line))).toBe(true);
    expect([runs, lines]).toEqual([1, ['run 1']]);
  });

  it('says that lines were lost', async () => {
    const broadcast = new ProcessBroadcast();
    const leading = lossy(broadcast, ({ line }: { line: string | null }) => line === 'b');
    new RemoteOperations(leading, times).answer(
      () => true,
      async (_, __, say) => {
        for (const line of ['a', 'b', 'c']) say(line);
        return true;
      },
    );
    const lines: string[] = [];
    await new RemoteOperations(broadcast, times).ask('verify', [], (line) => lines.push(line));
    expect(lines).toEqual(['a', '(some lines were lost on the way)', 'c']);
  });

  it('tells so many lines and no more', async () => {
    const broadcast = new ProcessBroadcast();
    new RemoteOperations(broadcast, times).answer(
      () => true,
      async (_, __, say) => {
        for (let n = 0; n < 5_000; n++) say('x'.repeat(10_000));
        return true;
      },
    );
    const lines: string[] = [];
    await new RemoteOperations(broadcast, times).ask('verify', [], (line) => lines.push(line));
    expect(lines).toHaveLength(1_001);
    expect(Math.max(...lines.map(({ length }) => length))).toBe(2_000);
    expect(lines.at(-1)).toContain('there is more');
  });

  it('gives up on who began and fell silent, and not on who works long', async () => {
    const broadcast = new ProcessBroadcast();
    let silent = false;
    new RemoteOperations(
      lossy(broadcast, () => silent),
      times,
    ).answer(
      () => true,
      async (operation) => {
        silent = operation === 'dies';
        await new Promise((resolve) => setTimeout(resolve, 500));
        return true;
      },
    );
    const remoteOperations = new RemoteOperations(broadcast, times);
    expect(await remoteOperations.ask('takes long', [], () => {})).toBe(true);
    await expect(remoteOperations.ask('dies', [], () => {})).rejects.toThrow(/no longer answers/);
  });

  it('listens to one of two that believe that they lead', async () => {
    const broadcast = new ProcessBroadcast();
    for (const name of ['a', 'b']) {
      new RemoteOperations(broadcast, times).answer(
        () => true,
        async (_, __, say) => {
          say(name);
          return true;
        },
      );
    }
    const lines: string[] = [];
    expect(await new RemoteOperations(broadcast, times).ask('rebuild', [], (line) => lines.push(line))).toBe(true);
    expect(lines).toEqual(['a']);
  });
});
