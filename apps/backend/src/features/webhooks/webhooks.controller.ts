import { type FilterName, type Page, type SortField, type WebhookAnswer, webhookOperations } from '@gos/contract';
import {
  refuse,
  type Webhook,
  type WebhookBodies,
  type WebhookCommand,
  webhookAggregate,
  webhookRightRefusalOf,
  webhookStream,
} from '@gos/domain';
import { isVisibleTo, type PathOf, type WebhookDocument, webhookModel } from '@gos/projections';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import type { CommandResult } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { Handles } from '../../http/commands';
import { conditionsOf, parseListQuery, type SortSpec, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import {
  type FurtherAnswers,
  PlainCommands,
  type PlainCommandsOf,
  type PlainRequest,
  type PlainTarget,
} from '../../http/plain-commands';
import { Me, Origin, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { VisibleProjects } from '../../shared/project/visible-projects';
import { wordsFilter } from '../../shared/task/task-lists';
import { People } from '../../shared/user/people';
import { VisibleWebhooks } from '../../shared/webhook/visible-webhooks';
import { WebhookFailures } from '../../shared/webhook/webhook-failures';
import { WebhookRefusals } from '../../shared/webhook/webhook-refusals';
import { WebhookSecrets } from '../../shared/webhook/webhook-secrets';
import type { Filter, SortKey } from '../../stores/read-models/read-models';
import { WebhookAnswers } from './webhook-answers';

const ProjectId = idParam('project.not-found');
const WebhookId = idParam('webhook.not-found');

type Reader = SignedIn['actor'];
type ListedBy = typeof webhookOperations.list.query;
type Field = SortField<ListedBy>;

/** Paths of the fields that webhooks are sorted and filtered by. */
const paths: Record<Field | FilterName<ListedBy>, PathOf<WebhookDocument>> = {
  name: 'nameKey',
  active: 'webhook.active',
  id: 'webhook.id',
  projectId: 'projectId',
  backlogBoardName: 'textKeys.backlogBoardName',
  doneBoardName: 'textKeys.doneBoardName',
  autoContractor: 'webhook.autoContractorId',
  targetUrl: 'textKeys.targetUrl',
  switchedOff: 'webhook.switchedOff',
  revision: 'webhook.revision',
};
const byName: readonly SortSpec<Field>[] = [{ field: 'name', direction: 'asc' }];

@ApiTags('webhooks')
@Controller()
export class WebhooksController
  extends PlainCommands(webhookAggregate, webhookOperations, {
    ids: { projects: 'project.not-found', webhooks: 'webhook.not-found' },
  })
  implements Handles<WebhookBodies, 'switchOff' | PlainCommandsOf<typeof webhookOperations>>
{
  readonly further: FurtherAnswers<typeof webhookOperations, Webhook> = {
    create: (done) => this.secretOf(done),
    rotateSecret: (done) => this.secretOf(done),
  };

  constructor(
    readonly commands: CommandBus,
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly projects: VisibleProjects,
    private readonly webhooks: VisibleWebhooks,
    private readonly secrets: WebhookSecrets,
    private readonly failures: WebhookFailures,
    private readonly refusals: WebhookRefusals,
    private readonly answers: WebhookAnswers,
    private readonly people: People,
  ) {
    super();
  }

  @Serves(webhookOperations.list, 'The webhooks of a project, for whoever manages it')
  async list(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
    @Origin() origin: string,
  ): Promise<Page<WebhookAnswer>> {
    const query = parseListQuery(raw, webhookOperations.list.query);
    await this.mustManage(projectId, me);
    const there: Filter[] = [{ projectId }, { deleted: false }];
    const filter: Filter = { $and: [...there, ...conditionsOf(query, paths), ...wordsFilter(query.q)] };
    const asked = query.sort.length > 0 ? query.sort : byName;
    const sort = asked.map(({ field, direction }): SortKey => {
      const ranking = field === 'autoContractor' ? this.people.order() : undefined;
      return { field: paths[field], direction, ranking };
    });
    const { documents, total } = await pageOf<WebhookDocument>(this.readModels, webhookModel, filter, {
      sort: [...sort, { field: paths.id, direction: 'asc' }],
      ...skipOf(query),
    });
    const webhooks = documents.map(({ webhook }) => webhook);
    const items = await this.answers.answers(webhooks, me, origin);
    return { items, total, page: query.page, pageSize: query.pageSize };
  }

  @Serves(webhookOperations.detail, 'A webhook')
  async detail(
    @Param('id', ProjectId) projectId: number,
    @Param('webhookId', WebhookId) webhookId: number,
    @Me() me: Reader,
    @Origin() origin: string,
  ): Promise<WebhookAnswer> {
    await this.mustManage(projectId, me);
    const webhook = await this.webhooks.get(webhookId, me);
    if (webhook.projectId !== projectId) throw new Refused(refuse('webhook.not-found'));
    const [answer] = await this.answers.answers([webhook], me, origin);
    return answer!;
  }

  /** A command runs on a webhook of the project that the path names, or begins one. */
  override async targetOf({ type, ids, body }: PlainRequest, { actor }: PersonSender): Promise<PlainTarget> {
    if (type === 'rotateSecret') {
      await this.webhooks.get(ids.id!, actor);
      return { id: ids.id!, body };
    }
    const { id: projectId, webhookId } = ids;
    if (webhookId === undefined) return { id: null, body: { ...body, projectId } };
    await this.mustBeOf(projectId!, webhookId, actor);
    return { id: webhookId, body };
  }

  /** Secrets and notes of failures are kept outside the log. */
  override async after({ id }: CommandResult<Webhook>, { type, body }: WebhookCommand): Promise<void> {
    if (type === 'edit' && body.active === true) await this.failures.forget(id);
    if (type === 'remove') {
      await Promise.all([this.secrets, this.failures, this.refusals].map((kept) => kept.forget(id)));
    }
  }

  /**
   * Only managers of the project, admins and auditors see webhooks.
   * @throws Refused
   */
  private async mustManage(projectId: number, reader: Reader): Promise<void> {
    await this.projects.project(projectId, reader);
    if (!isVisibleTo({ parties: [], projectId, least: 'manage' }, reader)) {
      throw new Refused(refuse(webhookRightRefusalOf(projectId, reader) ?? 'project.forbidden'));
    }
  }

  /** Reads the log, so that a webhook that was just created is found. */
  private async mustBeOf(projectId: number, webhookId: number, actor: Reader): Promise<void> {
    await this.projects.project(projectId, actor);
    const webhook = await this.runner.load(webhookStream(webhookId), webhookAggregate);
    if (webhook?.projectId !== projectId) throw new Refused(refuse('webhook.not-found'));
  }

  private async secretOf({ id, state }: CommandResult<Webhook>): Promise<{ readonly secret: string }> {
    return { secret: await this.secrets.make(id, state.revision) };
  }
}
