import { accountRoutes, meRoutes, ownSecondStepRoutes, type Route } from '@gos/contract';
import { refuse } from '@gos/domain';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { PermissionLock } from '../../engine/coordination/permission-lock';
import { beginAnswer, withinAnswerTime } from '../../http/answer-time';
import { PUBLIC, type PublicRoute } from '../../http/public-route';
import type { GosRequest, SignedIn } from '../../http/request-context';
import { RequestTurns } from '../../http/request-turns';
import { isForTokens } from '../../http/token-reach';
import { Refused } from '../../kernel/refused';
import { currentContext } from '../../observability/correlation';
import { SecurityLog } from '../../observability/security-log';
import { ApiTokens, type TokenBearer } from '../../shared/session/api-tokens';
import { Sessions } from '../../shared/session/sessions';
import { People } from '../../shared/user/people';
import { SecondSteps } from '../../shared/user/second-steps';

const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Routes for a person who has to change their password first; signing out is public. */
const beforePassword: ReadonlySet<string> = new Set<Route>([meRoutes.me, accountRoutes.changePassword]);

/** Routes for a person who has to set up a second step first. */
const beforeSecondStep: ReadonlySet<string> = new Set<Route>([
  ...Object.values(ownSecondStepRoutes),
  ...beforePassword,
] as Route[]);

/** The person whom a request's token or cookies sign in; null for nobody. */
interface Identification {
  /** Epoch of the rights before they were read. */
  readonly asOf: number;
  readonly found: Promise<SignedIn | null>;
}

const tokenOf = ({ headers }: GosRequest) => /^Bearer\s+(.*)$/i.exec(headers.authorization ?? '')?.[1];

/** The route below `/api` with its method. */
const templateOf = ({ routeOptions }: GosRequest) => routeOptions.url?.replace(/^\/api/, '') ?? '';

/**
 * Requires a signed-in person on every route that is not public, by cookies or by an API token; the token prevails.
 * Against CSRF, changes by cookie also need a custom header: browsers send cookies with requests of foreign pages, but
 * custom headers and tokens only from our own.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  private readonly ahead = new WeakMap<GosRequest, Identification>();

  constructor(
    private readonly sessions: Sessions,
    private readonly tokens: ApiTokens,
    private readonly people: People,
    private readonly secondSteps: SecondSteps,
    private readonly reflector: Reflector,
    private readonly log: SecurityLog,
    private readonly lock: PermissionLock,
    private readonly turns: RequestTurns,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const http = context.switchToHttp();
    const request = http.getRequest<GosRequest>();
    if (!this.ahead.has(request)) beginAnswer(request);
    return withinAnswerTime(() => this.mayPass(context, request, http.getResponse<FastifyReply>()));
  }

  /**
   * Runs an action for the person of a request before its route, and returns its result. Returns null for a person
   * whom the guard refuses, and when the action fails; the guard uses the same identification.
   */
  async beforeRoute<T>(request: GosRequest, action: (signedIn: SignedIn) => Promise<T>): Promise<T | null> {
    beginAnswer(request);
    const identification = this.identify(request);
    this.ahead.set(request, identification);
    const acted = withinAnswerTime(async () => {
      const signedIn = await identification.found;
      if (!signedIn || this.people.mustChangePassword(signedIn.actor.id)) return null;
      if (signedIn.via === 'web' && (await this.secondSteps.isOwed(signedIn.actor))) return null;
      this.rememberPerson(signedIn);
      return action(signedIn);
    });
    return acted.catch(() => null);
  }

  private async mayPass(context: ExecutionContext, request: GosRequest, reply: FastifyReply): Promise<boolean> {
    const open = this.reflector.getAllAndOverride<PublicRoute | undefined>(PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    const bearer = open ? undefined : tokenOf(request);
    if (!open) {
      const { asOf, found } = this.ahead.get(request) ?? this.identify(request);
      const accept = async (one: Identification['found']) => this.accepted(await one, request, reply);
      const signedIn = await accept(found);
      request.rights = { asOf, again: async () => (await accept(this.identify(request).found)).actor };
      this.mustHavePassword(signedIn, request);
      await this.mustHaveSecondStep(signedIn, request);
      request.signedIn = signedIn;
      this.rememberPerson(signedIn);
      // Uploads take as long as their senders do, and have their own time limit.
      if (!request.isMultipart()) {
        request.endTurn = await this.turns.take(signedIn.actor.id, reply.raw);
      }
    }
    const changes = !readsOnly.has(request.method);
    if (changes && bearer === undefined && !open?.fromAnywhere && request.headers['x-requested-with'] !== 'gos') {
      this.log.write('request.forged', { person: request.signedIn?.actor.id });
      throw new Refused(refuse('request.header-missing'));
    }
    return true;
  }

  private identify(request: GosRequest): Identification {
    const token = tokenOf(request);
    const asOf = this.lock.epoch;
    const found =
      token === undefined ? this.sessions.identify(request.headers.cookie) : this.tokens.authenticate(token);
    return { asOf, found };
  }

  private rememberPerson({ actor }: SignedIn): void {
    const from = currentContext()?.from;
    if (from) from.person = actor.id;
  }

  /** @throws Refused for nobody, and for a token that does not reach the route */
  private accepted(found: SignedIn | null, request: GosRequest, reply: FastifyReply): SignedIn {
    if (tokenOf(request) !== undefined) return this.acceptedToken(found as TokenBearer | null, request, reply);
    if (!found) throw new Refused(refuse('auth.required'));
    return found;
  }

  private acceptedToken(bearer: TokenBearer | null, request: GosRequest, reply: FastifyReply): SignedIn {
    if (!bearer) {
      this.log.write('token.refused');
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new Refused(refuse('auth.token'));
    }
    const beyond = !isForTokens(request.method, templateOf(request))
      ? 'auth.token-reach'
      : bearer.scope === 'read' && !readsOnly.has(request.method)
        ? 'auth.token-scope'
        : null;
    if (beyond === null) return bearer;
    this.log.write('token.out-of-reach', { person: bearer.actor.id, what: beyond });
    throw new Refused(refuse(beyond));
  }

  private mustHavePassword({ actor }: SignedIn, request: GosRequest): void {
    if (!this.people.mustChangePassword(actor.id)) return;
    if (!beforePassword.has(`${request.method} ${templateOf(request)}`)) {
      throw new Refused(refuse('auth.password-change'));
    }
  }

  /** Programs have no second step; the person who created their token needed it. */
  private async mustHaveSecondStep({ actor, via }: SignedIn, request: GosRequest): Promise<void> {
    if (via !== 'web' || beforeSecondStep.has(`${request.method} ${templateOf(request)}`)) return;
    if (await this.secondSteps.isOwed(actor)) throw new Refused(refuse('auth.second-step.required'));
  }
}
