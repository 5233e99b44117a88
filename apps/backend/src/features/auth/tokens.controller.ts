import { accountOperations, type CreatedTokenAnswer, type Page, type TokenAnswer } from '@gos/contract';
import { limits, normalizeText, refuse, refuseField } from '@gos/domain';
import { Body, Controller, Param, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseListQuery, skipOf } from '../../http/list-query';
import { type GosRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Clock } from '../../kernel/clock';
import { Refused } from '../../kernel/refused';
import { ApiTokens } from '../../shared/session/api-tokens';
import { CreateTokenDto } from './common/auth.bodies';
import { PasswordConfirmation } from './common/password-confirmation';

type Self = SignedIn['actor'];

const { max, maxDays } = limits.tokens;
const dayMs = 24 * 60 * 60 * 1_000;

/** A person's API tokens, by which programs act in their name. */
@ApiTags('me')
@Controller()
export class TokensController {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly clock: Clock,
    private readonly confirmation: PasswordConfirmation,
  ) {}

  @Serves(accountOperations.tokens, "One's own API tokens, the newest first")
  async list(@Query() raw: Record<string, unknown>, @Me() me: Self): Promise<Page<TokenAnswer>> {
    const query = parseListQuery(raw, accountOperations.tokens.query);
    const all = await this.tokens.list(me.id);
    const { skip, limit } = skipOf(query);
    return { items: all.slice(skip, skip + limit), total: all.length, page: query.page, pageSize: query.pageSize };
  }

  @Serves(
    accountOperations.createToken,
    'Make an API token, confirmed by the password of people who have one; only this answer holds the token itself',
  )
  async create(
    @Body() { name, scope, expiresAt, password }: CreateTokenDto,
    @Req() request: GosRequest,
  ): Promise<CreatedTokenAnswer> {
    const left = Date.parse(expiresAt) - this.clock.now();
    if (left <= 0 || left > maxDays * dayMs) {
      throw new Refused(refuseField('expiresAt', 'token.expiry', { max: maxDays }));
    }
    const access = await this.confirmation.confirmIfSet(password, request);
    const created = await this.tokens.create(access, { name: normalizeText(name), scope, expiresAt });
    if (!created) throw new Refused(refuseField('', 'validation.too-many', { max }));
    return created;
  }

  @Serves(accountOperations.revokeToken, 'Revoke an API token; it is refused at once')
  async revoke(@Param('id') id: string, @Me() me: Self): Promise<void> {
    if (!(await this.tokens.revoke(me.id, id))) throw new Refused(refuse('token.not-found'));
  }
}
