import { loadMessages, withRetries } from './message-loader';

it('brings the messages of one language', async () => {
  expect((await loadMessages('cs'))['nav.tasks']).toBe('Úkoly');
  expect((await loadMessages('en'))['nav.tasks']).toBe('Tasks');
});

it('tries five times more, each wait twice the last, from 350 ms', async () => {
  vi.useFakeTimers();
  const at: number[] = [];
  const began = Date.now();
  const read = withRetries(() => {
    at.push(Date.now() - began);
    return Promise.reject(new Error('gone'));
  }).catch((error: Error) => error.message);
  await vi.runAllTimersAsync();
  expect(await read).toBe('gone');
  expect(at).toEqual([0, 350, 1_050, 2_450, 5_250, 10_850]);
});

it('reads at most ten at once', async () => {
  let now = 0;
  let most = 0;
  const finish: (() => void)[] = [];
  const reads = Array.from({ length: 25 }, () =>
    withRetries(async () => {
      most = Math.max(most, ++now);
      await new Promise<void>((resolve) => finish.push(resolve));
      now--;
    }),
  );
  for (let done = 0; done < 25; done++) {
    await vi.waitFor(() => expect(finish.length).toBeGreaterThan(0));
    finish.shift()?.();
  }
  await Promise.all(reads);
  expect(most).toBe(10);
});
