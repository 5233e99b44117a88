import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { CallHandler, ExecutionContext } from '@nestjs/common';
import { firstValueFrom, from } from 'rxjs';
import { type RequestOrigin, requestTime, runInContext } from '../observability/correlation';
import { AnswerTime, beginAnswer, withinAnswerTime } from './answer-time';
import type { GosRequest } from './request-context';

const context = { getType: () => 'http' } as unknown as ExecutionContext;
const request = (url = '/api/tasks') => ({ url }) as unknown as GosRequest;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Runs something as a request would, with what it came to after each of the times. */
function asRequest<T>(work: () => Promise<T>) {
  const origin: RequestOrigin = { address: '127.0.0.1', route: 'GET /api/tasks', answerMs: 9_000 };
  let outcome = 'open';
  runInContext({ correlationId: 'one', span: null, from: origin }, () => {
    work().then(
      (answer) => (outcome = String(answer)),
      (error) => (outcome = `${error.name}: ${error.outcome}`),
    );
  });
  return async (ms: number) => {
    await jest.advanceTimersByTimeAsync(ms);
    return outcome;
  };
}

const never = () => new Promise<never>(() => {});
const handled = (work: () => Promise<unknown>) =>
  firstValueFrom(new AnswerTime().intercept(context, { handle: () => from(work()) } as CallHandler));

it('answers within ten seconds, whatever does not answer, before the handler and in it, of one budget', async () => {
  for (const waiting of [() => withinAnswerTime(never), () => handled(never)]) {
    const after = asRequest(() => {
      beginAnswer(request());
      return waiting();
    });
    expect(await after(8_900)).toBe('open');
    expect(await after(200)).toBe('StoreUnavailable: unknown');
  }
  const after = asRequest(async () => {
    beginAnswer(request());
    await withinAnswerTime(() => new Promise((resolve) => setTimeout(resolve, 5_000)));
    return handled(never);
  });
  expect(await after(8_900)).toBe('open');
  expect(await after(200)).toBe('StoreUnavailable: unknown');
});

it('leaves an answer in time, a refusal and what operations do as they are', async () => {
  const answered = asRequest(() => {
    beginAnswer(request());
    return withinAnswerTime(async () => handled(async () => 'answered'));
  });
  expect(await answered(10)).toBe('answered');
  const long = asRequest(() => {
    beginAnswer(request('/api/ops/verify'));
    return handled(() => new Promise((resolve) => setTimeout(() => resolve('verified'), 60_000)));
  });
  expect(await long(59_000)).toBe('open');
  expect(await long(2_000)).toBe('verified');
});

it('waits for the sender of an upload, and then as long as its bytes go on', async () => {
  const body = new PassThrough();
  body.resume();
  const after = asRequest(() => {
    beginAnswer(request());
    return handled(() => {
      const { begin, beginAfter } = requestTime();
      beginAfter(body);
      // The store takes a piece every five seconds, three times.
      body.once('end', () => {
        for (const ms of [5_000, 10_000, 15_000]) setTimeout(begin, ms);
      });
      return never();
    });
  });
  expect(await after(120_000)).toBe('open');
  body.end();
  await once(body, 'end');
  expect(await after(15_000)).toBe('open');
  expect(await after(8_900)).toBe('open');
  expect(await after(2_000)).toBe('StoreUnavailable: unknown');
});
