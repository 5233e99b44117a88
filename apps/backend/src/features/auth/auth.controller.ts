import { authOperations, type PersonRef, type SignInAnswer } from '@gos/contract';
import { refuse } from '@gos/domain';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOfThisMachine } from '../../http/peer';
import { Public } from '../../http/public-route';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { AccessChecks } from '../../shared/session/access-checks';
import { Sessions } from '../../shared/session/sessions';
import { People } from '../../shared/user/people';
import { Attempts } from './common/attempts';
import { EmptyDto, LoginDto, RegisterDto } from './common/auth.bodies';
import { RateLimits } from './common/rate-limits';
import { Registration } from './common/registration';
import { SessionCookies } from './common/session-cookies';
import { SignIn } from './common/sign-in';
import { SignInSteps } from './second-step/sign-in-steps';

@ApiTags('sign-in')
@ApiHeader({ name: 'X-Requested-With', required: true, schema: { type: 'string', enum: ['gos'] } })
@Public()
@Controller()
export class AuthController {
  constructor(
    private readonly registration: Registration,
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
    private readonly limits: RateLimits,
    private readonly attempts: Attempts,
    private readonly people: People,
    private readonly cookies: SessionCookies,
    private readonly steps: SignInSteps,
    private readonly checks: AccessChecks,
  ) {}

  @Serves(
    authOperations.register,
    'Register and sign in; the first person becomes admin, and needs `setup` from elsewhere than the machine itself',
  )
  async register(
    @Body() body: RegisterDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ readonly id: number }> {
    this.limits.countRegistration(request.ip);
    const id = await this.registration.register(
      { ...body, turn: this.attempts.turnOf(request) },
      body.invitation ?? null,
      { isHere: isOfThisMachine(request), setup: body.setup ?? null },
      String(request.id),
    );
    await this.cookies.begin(await this.checks.begin(id), 'registration', request, reply);
    return { id };
  }

  @Serves(authOperations.login, 'Sign in by e-mail and password; where a second step is set up, it is asked for')
  async login(
    @Body() { email, password }: LoginDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInAnswer> {
    return this.steps.enter(await this.signIn.identify(email, password, request, String(request.id)), request, reply);
  }

  @Serves(authOperations.logout, 'Sign out; also when nobody is signed in')
  @ApiBody({ type: EmptyDto, required: false })
  async logout(
    @Body() _: EmptyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    this.cookies.take(request, reply);
    // Clears the browser's copies of answers, files and pictures. The pages remove their own data themselves.
    reply.header('clear-site-data', '"cache"');
    await this.sessions.endByCookies(request.headers.cookie);
  }

  @Serves(authOperations.refresh, 'Exchange the refresh token for new tokens')
  @ApiBody({ type: EmptyDto, required: false })
  async refresh(
    @Body() _: EmptyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PersonRef> {
    const refreshed = await this.sessions.refresh(request.headers.cookie);
    if (!refreshed) {
      this.cookies.take(request, reply);
      throw new Refused(refuse('auth.session-ended'));
    }
    this.cookies.give(refreshed.tokens, request, reply);
    return this.people.ref(refreshed.userId);
  }
}
