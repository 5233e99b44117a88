import type { Problem } from '@gos/contract';
import { isRefusal, limits, type Refusal, type RefusalCode, refusalSentence, refuse } from '@gos/domain';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refused } from '../kernel/refused';
import { EventTooLarge, StoreUnavailable } from '../kernel/store-errors';
import { routeOf } from '../observability/requests';
import { storeFailure } from '../stores/drivers/sqlite/database';
import { FileTooLarge } from '../stores/files/files';
import { statusOf } from './statuses';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Server error',
  503: 'Service Unavailable',
};

/** What names something that is not there in a field is a wrong field; in the address it is not found. */
function statusOfRefusal({ refused, errors }: Refusal): number {
  const status = statusOf(refused);
  return errors && status === 404 ? 422 : status;
}

export function problemOf(refusal: Refusal, more: Partial<Problem> = {}): Problem {
  const code = refusal.refused;
  const status = statusOfRefusal(refusal);
  return {
    type: `/api/docs/problems#${code}`,
    title: titles[status] ?? 'Error',
    status,
    code,
    detail: refusalSentence(code, refusal.params),
    ...(refusal.params && { params: refusal.params }),
    ...(refusal.errors && {
      errors: refusal.errors.map(({ path, code: fieldCode, params }) => ({
        path,
        code: fieldCode,
        message: refusalSentence(fieldCode, params),
        ...(params && { params }),
      })),
    }),
    ...refusal.details,
    ...more,
  };
}

export function sendProblem(reply: FastifyReply, refusal: Refusal, more?: Partial<Problem>): void {
  const problem = problemOf(refusal, more);
  reply.status(problem.status).header('content-type', 'application/problem+json; charset=utf-8').send(problem);
}

const codeOfStatus: Record<number, RefusalCode> = {
  400: 'request.malformed',
  401: 'auth.required',
  403: 'task.forbidden',
  404: 'request.not-found',
  413: 'request.too-large',
  415: 'request.media-type',
  422: 'validation.failed',
  429: 'request.rate-limited',
};

function refusalOfError(error: unknown): Refusal | null {
  if (isRefusal(error)) return error;
  if (error instanceof StoreUnavailable || storeFailure(error)) return refuse('store.unavailable');
  if (error instanceof EventTooLarge) return refuse('event.too-large');
  if (error instanceof FileTooLarge) return refuse('request.too-large');
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
  const code = status === undefined ? undefined : codeOfStatus[status];
  return code ? refuse(code) : null;
}

/** Every refusal and every error leaves as application/problem+json with a code; what is unforeseen is logged, never shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    const refused = error instanceof Refused ? error : null;
    const refusal = refused?.refusal ?? refusalOfError(error) ?? refuse('request.failed');
    const problem = problemOf(refusal, refused?.conflict);
    if (problem.status >= 500) {
      // Addresses may hold secrets, such as that of a calendar.
      this.logger.error(error, `${request.method} ${routeOf(request)}`);
    }
    const retryAfter = refused?.retryAfterSeconds ?? (problem.status === 503 ? 2 : undefined);
    // Whoever is still sending would not hear the answer on a connection that is closed: the rest is read and dropped.
    if (problem.status === 413 && Number(request.headers['content-length']) <= limits.file.max) {
      reply.removeHeader('connection');
    }
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    sendProblem(reply, refusal, refused?.conflict);
  }
}
