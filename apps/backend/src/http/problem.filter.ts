import type { Problem } from '@gos/contract';
import { isRefusal, limits, type Refusal, type RefusalCode, refusalSentence, refuse } from '@gos/domain';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject, Logger } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Refused } from '../kernel/refused';
import {
  EventDamaged,
  EventTooLarge,
  InstallationMismatch,
  StoreDamaged,
  StoreUnavailable,
} from '../kernel/store-errors';
import { routeOf } from '../observability/requests';
import { SecurityLog } from '../observability/security-log';
import { FileTooLarge } from '../stores/files/files';
import type { GosRequest } from './request-context';
import { statusOf } from './statuses';

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Server error',
  503: 'Service Unavailable',
};

/** Returns 404 for a missing item of the path, but the status of invalid fields for one that the body names. */
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
  408: 'request.too-slow',
  413: 'request.too-large',
  415: 'request.media-type',
  422: 'validation.failed',
  429: 'request.rate-limited',
};

function refusalOfError(error: unknown): Refusal | null {
  if (isRefusal(error)) return error;
  if (error instanceof InstallationMismatch) return refuse('installation.mismatch');
  if (error instanceof StoreDamaged && !error.isRebuilt)
    return refuse('store.damaged', { params: { file: error.file } });
  if (error instanceof EventDamaged) {
    return refuse('event.damaged', { params: { stream: error.stream, revision: error.revision } });
  }
  if (error instanceof StoreUnavailable) return refuse('store.unavailable');
  if (error instanceof EventTooLarge) return refuse('event.too-large');
  if (error instanceof FileTooLarge) return refuse('request.too-large');
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode;
  const code = status === undefined ? undefined : codeOfStatus[status];
  return code ? refuse(code) : null;
}

/** Damage stays until an operator restores the data, so an early retry does not help. */
const isLasting = (code: RefusalCode) => code === 'store.damaged' || code === 'event.damaged';

/** Refusals of a person who wants to get in: by registration, by the code of the first person, by a provider. */
const atTheDoor = /^auth\.(registration-closed|setup|sso\..+)$/;

/** Answers every refusal and error as application/problem+json with a code. Unexpected errors are logged, not shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  constructor(@Inject(SecurityLog) private readonly log: Pick<SecurityLog, 'write'>) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<GosRequest>();
    const refused = error instanceof Refused ? error : null;
    const refusal = refused?.refusal ?? refusalOfError(error) ?? refuse('request.failed');
    const problem = problemOf(refusal, refused?.conflict);
    if (problem.status >= 500) {
      // Logs the route, not the URL, which may hold a secret such as a calendar token.
      this.logger.error(error, `${request.method} ${routeOf(request)}`);
    }
    this.tell(problem, request);
    const retryAfter =
      refused?.retryAfterSeconds ?? (problem.status === 503 && !isLasting(problem.code) ? 2 : undefined);
    // Keeps the connection open and drains the body: a client that is still sending would not read the response on a closed one.
    if (problem.status === 413 && Number(request.headers['content-length']) <= limits.file.max) {
      reply.removeHeader('connection');
    }
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    sendProblem(reply, refusal, refused?.conflict);
  }

  /**
   * Logs exceeded limits, missing rights of signed-in people, and people who are not let in. The code that checks a
   * sign-in or a token logs its failures.
   */
  private tell({ status, code }: Problem, { signedIn }: GosRequest): void {
    const person = signedIn?.actor.id;
    if (status === 429) this.log.write('limit.reached', { person, what: code });
    // The check of the header logs that refusal itself.
    else if (status === 403 && (person !== undefined ? code !== 'request.header-missing' : atTheDoor.test(code))) {
      this.log.write('access.refused', { person, what: code });
    } else if (status === 404 && person !== undefined) {
      // A hidden item is answered like one that never existed. Many such answers may be a search for hidden items.
      this.log.write('access.not-found', { person, what: code });
    }
  }
}
