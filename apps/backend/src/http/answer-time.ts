import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import { StoreUnavailable } from '../kernel/store-errors';
import { currentContext, type RequestOrigin, requestTime } from '../observability/correlation';
import type { GosRequest } from './request-context';

/** Longest interval between two checks whether the time of the request began again. */
const lookMs = 1_000;

/** Operations of the command line and a verification run as long as they have work. */
const isLong = ({ url }: GosRequest) => url.startsWith('/api/ops/') || url === '/api/activity/verify';

/** A write may have reached the store: a retry with the same Idempotency-Key finds it. */
const tooLate = () => new StoreUnavailable('The stores took too long for an answer', 'unknown');

/** Restarts the time of a request. */
export function beginAnswer(request: GosRequest): void {
  if (!isLong(request)) requestTime().begin();
}

/** Calls back when the time is over; the time may begin again until then. Returns a function that cancels the call. */
function whenOver({ endsAt }: { readonly endsAt: () => number }, over: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const ms = Math.min(endsAt() - performance.now(), lookMs);
    timer = setTimeout(() => (endsAt() > performance.now() ? wait() : over()), Math.max(0, ms));
  };
  wait();
  return () => clearTimeout(timer);
}

const timed = (from: RequestOrigin | undefined): from is RequestOrigin & { endsAt: number } =>
  from?.endsAt !== undefined;

/**
 * Runs work that precedes the handler.
 * @throws StoreUnavailable when the time of the request is over
 */
export async function withinAnswerTime<T>(work: () => Promise<T>): Promise<T> {
  const from = currentContext()?.from;
  if (!timed(from)) return work();
  return new Promise((resolve, reject) => {
    const stop = whenOver({ endsAt: () => from.endsAt }, () => reject(tooLate()));
    work().then(resolve, reject).finally(stop);
  });
}

/** Answers 503 when the time of a request is over, so that clients do not wait for a store that does not answer. */
@Injectable()
export class AnswerTime implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const from = context.getType() === 'http' ? currentContext()?.from : undefined;
    if (!timed(from)) return next.handle();
    return new Observable((subscriber) => {
      const stop = whenOver({ endsAt: () => from.endsAt }, () => subscriber.error(tooLate()));
      const handling = next.handle().subscribe(subscriber);
      return () => {
        stop();
        handling.unsubscribe();
      };
    });
  }
}
