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
import { ApiTokens } from '../../shared/session/api-tokens';
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

/** The route below `/api` with its method. */
const templateOf = ({ routeOptions }: GosRequest) => routeOptions.url?.replace(/^\/api/, '') ?? '';

/**
 * Requires a signed-in person on every route that is not public, by cookies or by an API token; the token prevails.
 * Against CSRF, changes by cookie also need a custom header: browsers send cookies with requests of foreign pages, but
 * custom headers and tokens only from our own.
 */
@Injectable()
export class SessionGuard implements CanActivate {
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
    beginAnswer(request);
    return withinAnswerTime(() => this.mayPass(context, request, http.getResponse<FastifyReply>()));
  }

  private async mayPass(context: ExecutionContext, request: GosRequest, reply: FastifyReply): Promise<boolean> {
    const open = this.reflector.getAllAndOverride<PublicRoute | undefined>(PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    const bearer = open ? undefined : /^Bearer\s+(.*)$/i.exec(request.headers.authorization ?? '');
    if (!open) {
      const asOf = this.lock.epoch;
      const identify = () => (bearer ? this.byToken(bearer[1]!, request, reply) : this.byCookies(request));
      const signedIn = await identify();
      request.rights = { asOf, again: async () => (await identify()).actor };
      this.mustHavePassword(signedIn, request);
      await this.mustHaveSecondStep(signedIn, request);
      request.signedIn = signedIn;
      const from = currentContext()?.from;
      if (from) from.person = signedIn.actor.id;
      // Uploads take as long as their senders do, and have their own time limit.
      if (!request.isMultipart()) {
        request.endTurn = await this.turns.take(signedIn.actor.id, reply.raw);
      }
    }
    const changes = !readsOnly.has(request.method);
    if (changes && !bearer && !open?.fromAnywhere && request.headers['x-requested-with'] !== 'gos') {
      this.log.write('request.forged', { person: request.signedIn?.actor.id });
      throw new Refused(refuse('request.header-missing'));
    }
    return true;
  }

  private async byCookies(request: GosRequest): Promise<SignedIn> {
    const signedIn = await this.sessions.identify(request.headers.cookie);
    if (!signedIn) throw new Refused(refuse('auth.required'));
    return signedIn;
  }

  private async byToken(token: string, request: GosRequest, reply: FastifyReply): Promise<SignedIn> {
    const bearer = await this.tokens.authenticate(token);
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
