import { type ConnectingAnswer, type IdentitiesAnswer, identityOperations as operations } from '@gos/contract';
import { refuse, ssoProviderIds } from '@gos/domain';
import { Body, Controller, Param, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { GosRequest } from '../../../http/request-context';
import { Serves } from '../../../http/serves';
import { Refused } from '../../../kernel/refused';
import { AccessChecks } from '../../../shared/session/access-checks';
import { Identities } from '../../../shared/user/identities';
import { People } from '../../../shared/user/people';
import { PasswordConfirmation } from '../common/password-confirmation';
import { SignInMails } from '../mails/sign-in-mails';
import { Sso } from './sso';
import { ConnectIdentityDto } from './sso.bodies';

const idOf = ({ signedIn }: GosRequest) => signedIn!.actor.id;
const profile = '/profile';

/** The accounts at providers by which one signs in. */
@ApiTags('me')
@Controller()
export class IdentitiesController {
  constructor(
    private readonly sso: Sso,
    private readonly identities: Identities,
    private readonly people: People,
    private readonly confirmation: PasswordConfirmation,
    private readonly mails: SignInMails,
    private readonly checks: AccessChecks,
  ) {}

  @Serves(operations.identities, 'The providers, each with the account there by which one signs in')
  async list(@Req() request: GosRequest): Promise<IdentitiesAnswer> {
    const own = await this.identities.of(idOf(request));
    const items = this.sso.providers.map((provider) => {
      const { issuer } = this.sso.provider(provider.id).settings;
      const identity = own.find((one) => one.provider === provider.id && one.issuer === issuer);
      return { provider, connected: identity ? { email: identity.email, since: identity.since } : null };
    });
    return { items };
  }

  @Serves(operations.connect, 'Begin to connect an account at a provider; confirmed by the password of who has one')
  @ApiParam({ name: 'provider', enum: ssoProviderIds })
  async connect(
    @Param('provider') provider: string,
    @Body() { password }: ConnectIdentityDto,
    @Req() request: GosRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConnectingAnswer> {
    this.sso.provider(provider);
    const access = await this.confirmation.confirmIfSet(password, request);
    return { location: await this.sso.begin(provider, { redirectTo: profile, access }, request, reply) };
  }

  @Serves(operations.disconnect, 'Disconnect the account at a provider; refused when it is the only way to sign in')
  @ApiParam({ name: 'provider', enum: ssoProviderIds })
  async disconnect(@Param('provider') id: string, @Req() request: GosRequest): Promise<void> {
    const { id: provider, issuer, name } = this.sso.provider(id).settings;
    const userId = idOf(request);
    const own = await this.identities.of(userId);
    if (!own.some((one) => one.provider === provider && one.issuer === issuer)) {
      throw new Refused(refuse('identity.not-found'));
    }
    const hasPassword = this.people.get(userId)?.password !== 'none';
    await this.identities.disconnect(userId, provider, (left) => hasPassword || left.some((one) => this.isSetUp(one)));
    // After it is gone: a sign-in by it that is under way fails.
    await this.checks.raise(userId);
    await this.mails.tell(userId, 'identity-disconnected', name);
  }

  private isSetUp({ provider, issuer }: { readonly provider: string; readonly issuer: string }): boolean {
    return this.sso.providers.some(({ id }) => id === provider && this.sso.provider(id).settings.issuer === issuer);
  }
}
