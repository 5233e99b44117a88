import { type FieldError, refuse } from '@gos/domain';
import { component, described, object, text } from '@gos/domain/kernel/shape';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import { ApiBody, type ApiBodyOptions, ApiConsumes } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { Refused, throwIfWrong } from '../kernel/refused';

interface Takes {
  readonly query: boolean;
  readonly body: boolean;
  readonly files: boolean;
}

const TAKES_FILE = Symbol('TakesFile');

const fileBody: ApiBodyOptions = {
  schema: component('FileUpload', object({ file: described(text(), { format: 'binary' }) })).schema,
};

/** Marks a route that takes multipart forms; all other routes refuse them. */
export const TakesFile = () =>
  applyDecorators(SetMetadata(TAKES_FILE, true), ApiConsumes('multipart/form-data'), ApiBody(fileBody));

/**
 * The parts of a request that a route reads, judged by its parameter decorators. A route with `@Req` is trusted to
 * check the body itself.
 */
function takesOf(context: ExecutionContext): Takes {
  const { name } = context.getHandler();
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), name) ?? {}) as Record<string, unknown>;
  const kinds = Object.keys(args).map((key) => Number(key.split(':')[0]));
  const has = (kind: RouteParamtypes) => kinds.includes(kind);
  return {
    query: has(RouteParamtypes.QUERY),
    body: has(RouteParamtypes.BODY) || has(RouteParamtypes.REQUEST),
    files: Reflect.getMetadata(TAKES_FILE, context.getHandler()) === true,
  };
}

/** Refuses a query or body on routes that do not read one: all its fields are unknown. */
@Injectable()
export class StrictRequest implements NestInterceptor {
  private readonly known = new WeakMap<object, Takes>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() === 'http') this.check(context);
    return next.handle();
  }

  private check(context: ExecutionContext): void {
    const handler = context.getHandler();
    const takes = this.known.get(handler) ?? takesOf(context);
    this.known.set(handler, takes);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!takes.files && request.isMultipart()) throw new Refused(refuse('request.media-type'));
    const { query, body } = request;
    const errors = [...(takes.query ? [] : unknownIn(query)), ...(takes.body ? [] : unknownIn(body))];
    throwIfWrong(errors);
  }
}

function unknownIn(given: unknown): FieldError[] {
  if (given === undefined || given === null) return [];
  if (typeof given !== 'object' || Array.isArray(given)) return [{ path: '', code: 'validation.type' }];
  return Object.keys(given).map((path) => ({ path, code: 'validation.unknown-field' }));
}
