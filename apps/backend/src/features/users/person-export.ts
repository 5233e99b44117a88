import { type PlanDocument, planModel, type UserDocument, type WorkDocument, workModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { charactersAtOnce, turn } from '../../kernel/pieces';
import { Notifications } from '../../shared/notification/notifications';
import { ApiTokens } from '../../shared/session/api-tokens';
import { KnownDevices } from '../../shared/session/known-devices';
import { Sessions } from '../../shared/session/sessions';
import { Avatars } from '../../shared/user/avatars';
import { Identities } from '../../shared/user/identities';
import { People } from '../../shared/user/people';
import { SecondSteps } from '../../shared/user/second-steps';
import { WorkAddresses } from '../../shared/work/work-addresses';
import { ACCOUNTS, type Accounts } from '../../stores/accounts/accounts';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { Filter } from '../../stores/read-models/read-models';

const batch = 100;
/** Batch size for records that may be long. */
const longBatch = 10;

/** All data about a person, without secrets: hashes of passwords, tokens and sessions are left out. */
@Injectable()
export class PersonExport {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly tokens: ApiTokens,
    private readonly devices: KnownDevices,
    private readonly secondSteps: SecondSteps,
    private readonly identities: Identities,
    private readonly avatars: Avatars,
    private readonly notifications: Notifications,
    private readonly addresses: WorkAddresses,
    private readonly clock: Clock,
  ) {}

  /** Yields the text of one JSON object, part by part, so that at most one page is in memory. */
  async *textOf({ user }: UserDocument): AsyncGenerator<string> {
    const { id } = user;
    const record = await this.people.record(id);
    const { passwordHash: _, ...person } = record?.value ?? { passwordHash: null, name: this.people.name(id) };
    yield `{\n"exportedAt": ${JSON.stringify(this.clock.instant())}`;
    yield field('person', { ...user, ...person });
    const { totp, passkeys } = await this.secondSteps.of(id);
    yield field('secondStep', {
      totpSince: totp?.since ?? null,
      passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    });
    yield field('identities', await this.identities.of(id));
    yield field('avatar', (await this.avatars.of(id))?.webp.toString('base64') ?? null);
    yield* this.preferences(id);
    yield field('sessions', await this.sessions.list(id, null));
    yield field('devices', await this.devices.list(id));
    yield field('tokens', await this.tokens.list(id));
    yield field('usedTokens', await this.tokens.usedBy(id));
    const calendar = await this.accounts.get<{ token: string | null }>('calendar', String(id));
    yield field('calendarFeed', calendar ? calendar.value.token !== null : false);
    const seen = await this.accounts.get<{ at: number }>('seen', String(id));
    yield field('lastSeen', seen ? new Date(seen.value.at).toISOString() : null);
    const uploads = await this.accounts.byRef<{ fileId: number; name: string; size: number; mime: string; at: number }>(
      'upload',
      `person:${id}`,
    );
    yield field(
      'uploads',
      uploads.map(({ value: { fileId, name, size, mime, at } }) => ({
        fileId,
        name,
        size,
        mime,
        at: new Date(at).toISOString(),
      })),
    );
    yield* list('work', this.work(id));
    yield* list('plans', this.plans(id));
    yield* list('notifications', this.told(id));
    yield* list('events', this.events(id));
    yield '\n}\n';
  }

  /** Yields preferences by key, a few at a time, since each may be long. */
  private async *preferences(userId: number): AsyncGenerator<string> {
    yield ',\n"preferences": {';
    let separator = '\n';
    for (let skip = 0; ; skip += longBatch) {
      const page = { skip, limit: longBatch };
      const found = await this.accounts.byRef<{ value: unknown }>('preference', `person:${userId}`, page);
      for (const { id, value } of found) {
        yield `${separator}${JSON.stringify(id.slice(id.indexOf(':') + 1))}: ${JSON.stringify(value.value)}`;
        separator = ',\n';
      }
      if (found.length < longBatch) break;
      await turn();
    }
    yield '\n}';
  }

  private async *work(userId: number) {
    let after = 0;
    for (;;) {
      const filter: Filter = { $and: [{ 'entry.userId': userId }, { 'entry.entryId': { $gt: after } }] };
      const sort = [{ field: 'entry.entryId', direction: 'asc' }] as const;
      const found = await this.readModels.find<WorkDocument>(workModel, filter, { sort, limit: batch });
      const addresses = await this.addresses.of(found.map(({ entry }) => entry!.entryId));
      yield found.map(({ taskId, deleted, entry }) => {
        const { entryId, from, to, minutes, note, contractId } = entry!;
        return { entryId, taskId, contractId, from, to, minutes, note, deleted, ip: addresses.get(entryId) ?? null };
      });
      if (found.length < batch) return;
      after = found.at(-1)!.entry!.entryId;
    }
  }

  private async *plans(userId: number) {
    const found = await this.readModels.find<PlanDocument>(planModel, { 'plan.userId': userId });
    yield found.map(({ plan }) => plan);
  }

  private async *told(userId: number) {
    for (let skip = 0; ; skip += batch) {
      const { documents } = await this.notifications.page(userId, { conditions: [] }, { skip, limit: batch });
      yield documents.map(({ item }) => item);
      if (documents.length < batch) return;
    }
  }

  /** Yields the person's actions, in their own words, and the decisions about them; from the log itself. */
  private async *events(userId: number) {
    let after: string | null = null;
    for (;;) {
      const budget = new ByteBudget();
      const found = await this.log.readAll(after, batch, budget);
      yield found
        .filter(({ stream, metadata }) => metadata.actor === userId || stream === `user-${userId}`)
        .map(({ stream, type, data, metadata }) => ({
          at: metadata.at,
          by: metadata.actor,
          type,
          about: stream,
          data,
        }));
      if (found.length < batch && !budget.isSpent) return;
      after = found.at(-1)!.position;
    }
  }
}

const field = (name: string, value: unknown) => `,\n${JSON.stringify(name)}: ${JSON.stringify(value)}`;

async function* list(name: string, pages: AsyncGenerator<readonly unknown[]>): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let separator = '\n';
  for await (const page of pages) {
    let part = '';
    for (const one of page) {
      part += separator + JSON.stringify(one);
      separator = ',\n';
      if (part.length < charactersAtOnce) continue;
      yield part;
      part = '';
      await turn();
    }
    yield part;
    // Embedded stores answer without yielding to the event loop.
    await turn();
  }
  yield '\n]';
}
