import type { ActivitySources as Answer, Happening } from '@gos/contract';
import { czechSortKey, type Source } from '@gos/domain';
import { type ActivityDocument, projectModel, seesAll, type WebhookDocument, webhookModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { turn } from '../../kernel/pieces';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import type { UsedToken } from '../session/api-tokens';
import { holdsWords, wordsFilter } from '../task/task-lists';
import { People } from '../user/people';
import type { Reader } from '../user/user-answers';

type Named = NonNullable<Happening['source']>;
type TokenName = AccountRecord<UsedToken>;

const mostFound = 50;
const readAtOnce = 200;
const mostRead = 5_000;

const kindOf = (source: Source): Named['kind'] => (source.startsWith('token-') ? 'token' : 'webhook');
const idOf = (source: Source): string => source.slice(source.indexOf('-') + 1);

interface Wanted {
  readonly q: string | null;
  readonly token?: string;
  readonly webhook?: number;
}

/** The API tokens and webhooks that events came through, for admins and auditors. */
@Injectable()
export class ActivitySources {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
  ) {}

  /** Names the sources for admins and auditors, and none for others. Entries that are not rebuilt yet have no source. */
  async named(
    entries: readonly Pick<ActivityDocument, 'source'>[],
    reader: Reader,
  ): Promise<(source: Source | null) => Named | null> {
    const wanted = seesAll(reader) ? [...new Set(entries.flatMap(({ source }) => source ?? []))] : [];
    const idsOf = (kind: Named['kind']) => wanted.filter((one) => kindOf(one) === kind).map(idOf);
    const [tokens, webhooks] = [idsOf('token'), idsOf('webhook')];
    const names = new Map<string, string>();
    if (tokens.length > 0)
      for (const { id, value } of await this.accounts.getMany<UsedToken>('apiTokenName', tokens))
        names.set(`token-${id}`, value.name);
    if (webhooks.length > 0)
      for (const [id, { webhook }] of await this.readModels.getMany<WebhookDocument>(webhookModel, webhooks))
        names.set(`webhook-${id}`, webhook.name);
    return (source) =>
      source !== null && wanted.includes(source)
        ? { kind: kindOf(source), id: idOf(source), name: names.get(source) ?? null }
        : null;
  }

  /** The first ones whose names, or names of owners or projects, match. */
  async find(wanted: Wanted): Promise<Answer> {
    return { tokens: await this.tokens(wanted), webhooks: await this.webhooks(wanted) };
  }

  private async tokens({ q, token, webhook }: Wanted): Promise<Answer['tokens']> {
    if (webhook !== undefined && token === undefined) return [];
    const found =
      token === undefined ? await this.matching(q) : await this.accounts.getMany<UsedToken>('apiTokenName', [token]);
    const live = await this.accounts.getMany(
      'apiToken',
      found.map(({ id }) => id),
    );
    const isLive = new Set(live.map(({ id }) => id));
    const tokens = found.map(({ id, value: { userId, name } }) => ({
      ...{ id, name, owner: this.people.ref(userId), ended: !isLive.has(id) },
    }));
    return tokens.sort((a, b) => (czechSortKey(a.name) < czechSortKey(b.name) ? -1 : 1));
  }

  private async matching(q: string | null): Promise<TokenName[]> {
    const found: TokenName[] = [];
    let after: string | undefined;
    for (let read = 0; read < mostRead; read += readAtOnce) {
      const part = await this.accounts.list<UsedToken>('apiTokenName', { ...(after && { after }), limit: readAtOnce });
      for (const one of part) {
        if (holdsWords(`${one.value.name} ${this.people.name(one.value.userId)}`, q)) found.push(one);
        if (found.length === mostFound) return found;
      }
      if (part.length < readAtOnce) break;
      after = part.at(-1)!.id;
      await turn();
    }
    return found;
  }

  private async webhooks({ q, token, webhook }: Wanted): Promise<Answer['webhooks']> {
    if (token !== undefined && webhook === undefined) return [];
    const found =
      webhook === undefined
        ? await this.readModels.find<WebhookDocument>(webhookModel, q === null ? {} : { $and: wordsFilter(q) }, {
            sort: [{ field: 'id', direction: 'asc' }],
            limit: mostFound,
          })
        : [...(await this.readModels.getMany<WebhookDocument>(webhookModel, [String(webhook)])).values()];
    const projects = await this.readModels.getMany<{
      readonly id: string;
      readonly project: { readonly name: string };
    }>(
      projectModel as never,
      found.map(({ projectId }) => String(projectId)),
    );
    return found.map(({ webhook: { id, name }, projectId, deleted }) => ({
      ...{ id, name, deleted },
      project: { id: projectId, name: projects.get(String(projectId))?.project.name ?? null },
    }));
  }
}
