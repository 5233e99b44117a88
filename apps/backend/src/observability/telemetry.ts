import { performance } from 'node:perf_hooks';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Refused } from '../kernel/refused';
import { StoreUnavailable, WrongExpectedRevision } from '../kernel/store-errors';
import { currentContext, rememberFailure, runInContext } from './correlation';
import { Metrics } from './metrics';
import { noTracer, type SpanAttributes, type SpanKind, TRACER, type Tracer } from './tracer';

export interface TelemetrySpan {
  readonly kind: Exclude<SpanKind, 'request'>;
  /** From a closed set: the command's type or the queue's name. */
  readonly name: string;
  /** Undefined: that of the current context. Null: none. */
  readonly correlationId?: string | null;
  readonly facts?: SpanAttributes;
}

/** The outcome of a failed step, from a closed set. */
function outcomeOfError(error: unknown): string {
  if (error instanceof Refused) return 'refused';
  if (error instanceof WrongExpectedRevision) return 'conflict';
  if (error instanceof StoreUnavailable) return 'unavailable';
  return 'failed';
}

const isFault = (outcome: string) => outcome === 'failed' || outcome === 'unavailable';

/** Runs the action without measuring it. */
export const noTelemetry: Pick<Telemetry, 'run'> = { run: (_, action) => action() };

/** Measures, traces and logs steps of work, and runs each under its correlation id. */
@Injectable()
export class Telemetry {
  private readonly logger = new Logger(Telemetry.name);

  constructor(
    private readonly metrics: Metrics,
    @Inject(TRACER) private readonly tracer: Tracer = noTracer,
  ) {}

  /** @param outcomeOf outcome of a successful step, `done` by default */
  async run<T>(
    step: TelemetrySpan,
    action: () => Promise<T>,
    outcomeOf: (result: T) => string = () => 'done',
  ): Promise<T> {
    const around = currentContext();
    const correlationId = step.correlationId === undefined ? (around?.correlationId ?? null) : step.correlationId;
    const same = around?.correlationId === correlationId ? around : undefined;
    const inside = same?.span ?? null;
    const { kind, name, facts } = step;
    const span = this.tracer.startSpan({ kind, name: `${kind} ${name}`, correlationId, parent: inside, facts });
    const began = performance.now();
    const ended = (outcome: string) => {
      const seconds = (performance.now() - began) / 1_000;
      span?.add({ 'gos.outcome': outcome });
      span?.end(isFault(outcome) ? outcome : undefined);
      this.measure(step, outcome, seconds);
      if (kind !== 'append') {
        const ms = Math.round(seconds * 1_000);
        this.logger.debug({
          message: `${kind} ${name}`,
          outcome,
          ms,
          ...facts,
          ...(correlationId && { correlationId }),
        });
      }
    };
    try {
      const result = await (correlationId === null ? action() : runInContext({ ...same, correlationId, span }, action));
      ended(outcomeOf(result));
      return result;
    } catch (error) {
      if (correlationId !== null) rememberFailure(error, correlationId);
      ended(outcomeOfError(error));
      throw error;
    }
  }

  private measure({ kind, name, facts }: TelemetrySpan, outcome: string, seconds: number): void {
    const { commands, appends, batches, projected, jobs } = this.metrics;
    if (kind === 'command') commands.observe({ kind: name, outcome }, seconds);
    else if (kind === 'append') appends.observe({ outcome }, seconds);
    else if (kind === 'job') jobs.observe({ queue: name, outcome }, seconds);
    else {
      batches.observe({ outcome }, seconds);
      if (outcome === 'done') projected.inc(Number(facts?.events ?? 0));
    }
  }
}
