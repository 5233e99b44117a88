import {
  type SsoAnswer,
  type SsoDoneAnswer,
  type SsoProvidersAnswer,
  type SsoSignOutAnswer,
  ssoBegin,
  ssoLogout,
  ssoOperations,
} from '@gos/contract';
import { localPath, ssoProviderIds } from '@gos/domain';
import { Body, Controller, Header, HttpCode, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { leastBody, TakesRawBody } from '../../../http/body-limits';
import { parseQuery } from '../../../http/list-query';
import { Public } from '../../../http/public-route';
import { Serves, ServesContent } from '../../../http/serves';
import { Refused } from '../../../kernel/refused';
import { Sessions } from '../../../shared/session/sessions';
import { EmptyDto } from '../common/auth.bodies';
import { SessionCookies } from '../common/session-cookies';
import { Sso } from './sso';
import { SsoCallbackDto, SsoLinkDto } from './sso.bodies';

/**
 * Whether a foreign page led to the address: browsers send its relation to ours, or `none` for an address that was
 * opened directly.
 */
function isFromForeignPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'cross-site' || site === 'same-site';
}

function loginPath(redirectTo: string | undefined, error?: string): string {
  const path = localPath(redirectTo);
  const search = new URLSearchParams({ ...(error && { error }), ...(path && { redirectTo: path }) });
  return search.size === 0 ? '/login' : `/login?${search}`;
}

@ApiTags('sign-in')
@Public()
@Controller()
export class SsoController {
  constructor(
    private readonly sso: Sso,
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookies,
  ) {}

  @Serves(ssoOperations.providers, 'The providers of single sign-on that are set up')
  providers(): Promise<SsoProvidersAnswer> {
    return Promise.resolve({ items: this.sso.providers });
  }

  @ServesContent(ssoBegin, 'Go to the provider, or back to /login with an error when it cannot be reached')
  @ApiParam({ name: 'provider', enum: ssoProviderIds })
  @ApiResponse({ status: 302, description: 'The address at the provider' })
  @HttpCode(302)
  async begin(
    @Param('provider') provider: string,
    @Query() raw: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const { redirectTo, setup } = parseQuery(raw, ssoBegin.query);
    reply.header('cache-control', 'no-store');
    reply.header('location', await this.locationOf(provider, redirectTo, setup, request, reply));
  }

  @ServesContent(ssoLogout, 'End the sessions of an account that signed out at the provider; called by the provider')
  @Public({ fromAnywhere: true })
  @TakesRawBody(leastBody)
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @ApiParam({ name: 'provider', enum: ssoProviderIds })
  @ApiConsumes('application/x-www-form-urlencoded')
  @ApiBody({ schema: { type: 'object', properties: { logout_token: { type: 'string' } }, required: ['logout_token'] } })
  @ApiResponse({ status: 200, description: 'The sessions have ended' })
  async loggedOut(@Param('provider') provider: string, @Req() { body }: FastifyRequest): Promise<void> {
    const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '');
    await this.sso.loggedOut(provider, form.get('logout_token') ?? '');
  }

  /** Ends the session here, whatever the provider answers. */
  @Serves(ssoOperations.signOut, 'Sign out here, and get the address where the session at the provider ends')
  @ApiBody({ type: EmptyDto, required: false })
  async signOut(
    @Body() _: EmptyDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoSignOutAnswer> {
    const location = await this.sso.signOutAddress(request);
    this.cookies.take(request, reply);
    reply.header('clear-site-data', '"cache"');
    await this.sessions.endByCookies(request.headers.cookie);
    return { location };
  }

  @Serves(ssoOperations.callback, 'Finish the sign-in with what the provider added to /oidc-callback')
  finish(
    @Body() returned: SsoCallbackDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoAnswer> {
    return this.sso.finish(returned, request, reply);
  }

  @Serves(ssoOperations.link, 'Link the account at the provider by the password of the account with its e-mail')
  link(
    @Body() { password }: SsoLinkDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SsoDoneAnswer> {
    return this.sso.link(password, request, reply);
  }

  /**
   * People open this address, so refusals lead to a screen. A person who comes from a foreign page has to confirm there
   * that they want to go on.
   */
  private async locationOf(
    provider: string,
    redirectTo: string | undefined,
    setup: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string> {
    if (isFromForeignPage(request)) return loginPath(redirectTo);
    try {
      return await this.sso.begin(provider, { redirectTo, setup, access: null }, request, reply);
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.refused !== 'auth.sso.unavailable') throw error;
      return loginPath(redirectTo, error.refusal.refused);
    }
  }
}
