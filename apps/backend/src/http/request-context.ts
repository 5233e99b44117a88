import { createHash } from 'node:crypto';
import { type Actor, type FieldError, refuse, type Source, type Via } from '@gos/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { PersonSender, Rights } from '../engine/commands/command-sender';
import { canonicalJson } from '../kernel/event-hash';
import { Refused, throwIfWrong } from '../kernel/refused';
import { marksCommand } from './described-route';

/** The signed-in person, as the session guard attaches them to a request. */
export interface SignedIn {
  readonly actor: Actor & { readonly id: number };
  /** null when an API token signs in */
  readonly sessionId: string | null;
  readonly via: Via;
  /** The API token. */
  readonly source?: Source;
}

export type GosRequest = FastifyRequest & {
  signedIn?: SignedIn;
  rights?: Rights;
  /** Ends the person's turn before the answer is sent, for example when the answer is a stream. */
  endTurn?: () => void;
  /** Takes the JSON of a successful answer and its ETag, to answer the same request again. */
  keep?: (body: string, tag: string) => void;
};

const requestOf = (sender: ExecutionContext) => sender.switchToHttp().getRequest<GosRequest>();

function signedInOf(sender: ExecutionContext): SignedIn {
  const { signedIn } = requestOf(sender);
  if (!signedIn) throw new Refused(refuse('auth.required'));
  return signedIn;
}

/** Parameter decorator: the signed-in actor of the request. */
export const Me = createParamDecorator((_: unknown, sender: ExecutionContext) => signedInOf(sender).actor);

/** Parameter decorator: the signed-in actor with their session. */
export const MySession = createParamDecorator((_: unknown, sender: ExecutionContext) => signedInOf(sender));

/** Parameter decorator: the URL origin under which the browser called, from the request. */
export const Origin = createParamDecorator((_: unknown, sender: ExecutionContext): string => {
  const { protocol, host } = requestOf(sender);
  return `${protocol}://${host}`;
});

const maxKey = 200;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The sender of a command from the request's headers. */
function commandContextOf(request: GosRequest, content: unknown = request.body): PersonSender {
  if (!request.signedIn) throw new Refused(refuse('auth.required'));
  const key = request.headers['idempotency-key'];
  const ifMatch = revisionOf(request.headers['if-match']);
  const errors: FieldError[] = [];
  if (key === '') errors.push({ path: 'Idempotency-Key', code: 'validation.required' });
  if (typeof key === 'string' && key.length > maxKey) {
    errors.push({ path: 'Idempotency-Key', code: 'validation.too-long', params: { max: maxKey } });
  }
  if (ifMatch === undefined) errors.push({ path: 'If-Match', code: 'validation.integer' });
  throwIfWrong(errors);
  return {
    actor: request.signedIn.actor,
    via: request.signedIn.via,
    source: request.signedIn.source,
    rights: request.rights,
    correlationId: String(request.id),
    ...(typeof key === 'string' && {
      idempotency: {
        key,
        bodyHash: sha256(canonicalJson([request.method, request.url.split('?')[0], content ?? null])),
      },
    }),
    ifMatch: ifMatch ?? null,
    address: request.ip,
  };
}

/**
 * The highest revision in an If-Match header, whose ETags may be quoted and weak; null when absent or `*`, undefined when
 * invalid.
 */
function revisionOf(header: string | undefined): number | null | undefined {
  if (header === undefined || header.trim() === '*') return null;
  const revisions = header.split(',').map((one) => /^(?:(?:W\/)?"(\d{1,15})"|(\d{1,15}))$/.exec(one.trim()));
  if (revisions.includes(null)) return undefined;
  return Math.max(...revisions.map((match) => Number(match![1] ?? match![2])));
}

/** Parameter decorator: the sender of events that a request only causes; it takes no headers of a command. */
export const Cause = createParamDecorator((_: unknown, sender: ExecutionContext): PersonSender => {
  const request = requestOf(sender);
  const { actor, via, source } = signedInOf(sender);
  const correlationId = String(request.id);
  return { actor, via, source, rights: request.rights, correlationId, ifMatch: null, address: request.ip };
});

/** Parameter decorator: the sender of the command that the request brings. */
export const CommandRequest = createParamDecorator(
  (_: unknown, sender: ExecutionContext) => commandContextOf(requestOf(sender)),
  [marksCommand],
);

/** Makes the sender of a command whose content is not the request's body. */
export type ContextOf = (content?: unknown) => PersonSender;

/** Parameter decorator: a `ContextOf` for the command that the request brings. */
export const CommandRequestOf = createParamDecorator(
  (_: unknown, sender: ExecutionContext): ContextOf =>
    (content) =>
      commandContextOf(requestOf(sender), content),
  [marksCommand],
);
