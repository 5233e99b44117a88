import { refuse } from '@gos/domain';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Refused } from '../kernel/refused';
import { StoreUnavailable, WrongExpectedRevision } from '../kernel/store-errors';
import { correlationOf } from './correlation';
import { Metrics } from './metrics';
import { Telemetry } from './telemetry';
import { noTracer, type Span, type SpanOptions, type Tracer } from './tracer';

interface Recorded extends SpanOptions {
  failed?: string;
  ended: boolean;
}

class RecordingTracer implements Tracer {
  readonly spans: Recorded[] = [];

  startSpan(beginning: SpanOptions): Span {
    const span: Recorded = { ...beginning, ended: false };
    this.spans.push(span);
    return {
      add: () => {},
      end: (failed) => {
        span.ended = true;
        span.failed = failed;
      },
    };
  }

  async close(): Promise<void> {}
}

describe('a step', () => {
  let metrics: Metrics;
  let tracer: RecordingTracer;
  let telemetry: Telemetry;

  beforeEach(() => {
    Logger.overrideLogger(false);
    metrics = new Metrics();
    tracer = new RecordingTracer();
    telemetry = new Telemetry(metrics, tracer);
  });

  it.each([
    [new Refused(refuse('task.forbidden')), 'refused', undefined],
    [new WrongExpectedRevision('task-1', 1, 2), 'conflict', undefined],
    [new StoreUnavailable('away', 'unknown'), 'unavailable', 'unavailable'],
    [new Error('broken'), 'failed', 'failed'],
    ['thrown', 'failed', 'failed'],
  ])('that throws %s has the outcome %s', async (error, outcome, fault) => {
    const step = { kind: 'command', name: 'task.edit', correlationId: 'c' } as const;
    await expect(telemetry.run(step, () => Promise.reject(error))).rejects.toBe(error);
    const { values } = await metrics.commands.get();
    expect(values.at(-1)!.labels).toEqual({ kind: 'task.edit', outcome });
    expect(tracer.spans).toMatchObject([{ ended: true, failed: fault }]);
  });

  it('within another one of the same correlation is a part of it, any other stands by itself', async () => {
    const outer = { kind: 'command', name: 'task.edit', correlationId: 'c' } as const;
    await telemetry.run(outer, async () => {
      await telemetry.run({ kind: 'append', name: 'task' }, async () => expect(correlationOf()).toBe('c'));
      await telemetry.run({ kind: 'append', name: 'task', correlationId: 'other' }, async () => {
        expect(correlationOf()).toBe('other');
      });
      expect(correlationOf()).toBe('c');
    });
    const [command, same, other] = tracer.spans;
    expect([same!.correlationId, other!.correlationId]).toEqual(['c', 'other']);
    expect(same!.parent).not.toBeNull();
    expect([command!.parent, other!.parent]).toEqual([null, null]);
    expect(correlationOf()).toBeUndefined();
  });

  it('lets steps that run at once each keep their own', async () => {
    const seen = await Promise.all(
      ['a', 'b', 'c'].map((correlationId) =>
        telemetry.run({ kind: 'job', name: 'letters', correlationId }, async () => {
          await new Promise(setImmediate);
          return correlationOf();
        }),
      ),
    );
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('counts events that were applied, not those of a batch that failed', async () => {
    const batch = { kind: 'batch', name: 'apply', correlationId: null, facts: { events: 7 } } as const;
    await telemetry.run(batch, async () => {});
    await telemetry.run(batch, () => Promise.reject(new Error('full'))).catch(() => {});
    expect((await metrics.projected.get()).values[0]!.value).toBe(7);
  });

  it('is measured without a tracer as well', async () => {
    expect(await new Telemetry(metrics, noTracer).run({ kind: 'job', name: 'letters' }, async () => 5)).toBe(5);
    expect((await metrics.jobs.get()).values.at(-1)!.labels).toMatchObject({ queue: 'letters', outcome: 'done' });
  });
});
