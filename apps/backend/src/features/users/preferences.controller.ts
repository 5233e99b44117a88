import { meOperations } from '@gos/contract';
import { deliveriesOf, limits, notificationPreference, refuse, refuseField } from '@gos/domain';
import { Controller, Inject, Param, Req } from '@nestjs/common';
import { ApiBody, ApiParam, ApiTags } from '@nestjs/swagger';
import { type GosRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { validated } from '../../http/validation';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { Refused } from '../../kernel/refused';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';
import { PreferenceDto } from './users.bodies';

interface Preference {
  readonly value: unknown;
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Preferences of a person's screens: any JSON by key. */
@ApiTags('me')
@ApiParam({ name: 'key', schema: { type: 'string', pattern: keyPattern.source } })
@Controller()
export class PreferencesController {
  /** One write of a person at a time, so that many long ones have the share of one. */
  private readonly writing = new KeyedMutex();

  constructor(@Inject(ACCOUNTS) private readonly accounts: Accounts) {}

  @Serves(
    meOperations.preference,
    'A preference; null when it was never set. Of `notifications`: how each kind is mailed',
  )
  async read(@Param('key') key: string, @Me() me: SignedIn['actor']): Promise<Preference> {
    const record = await this.accounts.get<Preference>('preference', idOf(me.id, key));
    const value = record?.value.value ?? null;
    return { value: key === notificationPreference ? deliveriesOf(value) : value };
  }

  @Serves(meOperations.setPreference, 'Set a preference')
  @ApiBody({ schema: meOperations.setPreference.body.schema })
  async write(@Param('key') key: string, @Req() request: GosRequest, @Me() me: SignedIn['actor']): Promise<Preference> {
    const id = idOf(me.id, key);
    const preference = await preferenceOf(request.body);
    return this.writing.run(String(me.id), () => this.store(me.id, id, preference));
  }

  private store(userId: number, id: string, preference: Preference): Promise<Preference> {
    return changeRecord<Preference, Preference>(this.accounts, 'preference', id, async (known) => {
      if (known === undefined) await this.mustHaveRoom(userId);
      return { next: preference, keys: { refs: [`person:${userId}`] }, answer: preference };
    });
  }

  private async mustHaveRoom(userId: number): Promise<void> {
    const { max } = limits.preferences;
    if ((await this.accounts.countByRef('preference', `person:${userId}`)) < max) return;
    throw new Refused(refuseField('', 'validation.too-many', { max }));
  }
}

function idOf(userId: number, key: string): string {
  if (!keyPattern.test(key)) throw new Refused(refuse('request.not-found'));
  return `${userId}:${key}`;
}

/** Checked here and not by the pipe, because an unknown key is refused first. */
async function preferenceOf(body: unknown): Promise<Preference> {
  const { value } = await validated(PreferenceDto, body);
  if (bytesOf(value) > limits.preference.max) throw new Refused(refuse('request.too-large'));
  return { value };
}

/** Size as JSON in bytes; infinite when the nesting is too deep to serialise. */
function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
