import { createHash } from 'node:crypto';
import type { Actor } from '@gos/domain';
import { refuse, type Via } from '@gos/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '../cqrs/command-runner';
import { canonicalJson } from '../cqrs/event-hash';
import { Refused } from '../cqrs/refused';

/** What the session guard puts on a request. */
export interface SignedIn {
  readonly actor: Actor & { readonly id: number };
  readonly sessionId: string;
  readonly via: Via;
}

export type GosRequest = FastifyRequest & { signedIn?: SignedIn };

/** Who asks. */
export const Me = createParamDecorator((_: unknown, context: ExecutionContext): SignedIn['actor'] => {
  const { signedIn } = context.switchToHttp().getRequest<GosRequest>();
  if (!signedIn) throw new Refused(refuse('auth.required'));
  return signedIn.actor;
});

export interface HttpCommand extends CommandContext {
  readonly actor: SignedIn['actor'];
  /** The revision that was looked at. */
  readonly ifMatch: number | null;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Everything about a command that stands in the request's headers. */
export function commandOf(request: GosRequest, content: unknown = request.body): HttpCommand {
  if (!request.signedIn) throw new Refused(refuse('auth.required'));
  const key = request.headers['idempotency-key'];
  if (typeof key === 'string' && (key.length > 200 || key === '')) {
    throw new Refused(
      refuse('validation.too-long', {
        params: { max: 200 },
        errors: [{ path: 'Idempotency-Key', code: 'validation.too-long', params: { max: 200 } }],
      }),
    );
  }
  const match = /^(?:W\/)?"?(\d{1,15})"?$/.exec(request.headers['if-match'] ?? '');
  return {
    actor: request.signedIn.actor,
    via: request.signedIn.via,
    correlationId: String(request.id),
    ...(typeof key === 'string' && {
      idempotency: {
        key,
        bodyHash: sha256(canonicalJson([request.method, request.url.split('?')[0], content ?? null])),
      },
    }),
    ifMatch: match ? Number(match[1]) : null,
  };
}

export const Command = createParamDecorator((_: unknown, context: ExecutionContext) =>
  commandOf(context.switchToHttp().getRequest<GosRequest>()),
);
