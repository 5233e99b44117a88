import {
  type RefusalCode,
  refuse,
  type Webhook,
  type WebhookBodies,
  type WebhookCommand,
  type WebhookFacts,
  webhookAggregate,
} from '@gos/domain';
import { webhookModel } from '@gos/projections';
import { Inject } from '@nestjs/common';
import { CommandContextOf, type Compared } from '../../engine/commands/command-context';
import type { PersonSender } from '../../engine/commands/command-sender';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { isLiterallyPrivate } from '../../kernel/public-address';
import { Refused } from '../../kernel/refused';
import { comparedProject, ProjectMembers } from '../../shared/project/project-members';
import { NameablePeople } from '../../shared/user/nameable-people';

@CommandContextOf(webhookAggregate)
export class WebhookCommandContext {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async facts(state: Webhook | null, command: WebhookCommand, sender: PersonSender): Promise<WebhookFacts> {
    const { type, body } = command;
    if (type === 'create') {
      const found = await this.members.load(body.projectId, sender.actor);
      if (!found) throw new Refused(refuse('project.not-found'));
      const present = await this.readModels.count(webhookModel, { projectId: body.projectId, deleted: false });
      return { ...(await this.named(body, found.actor)), present };
    }
    // The system alone switches off, and is in no project.
    const seen = state && (await this.members.load(state.projectId, sender.actor));
    if (!seen || state.deleted) throw new Refused(refuse('webhook.not-found'));
    return { ...(await this.named(type === 'edit' ? body : {}, seen.actor)), present: 0 };
  }

  /** If-Match of a new webhook is the project's revision. */
  compares({ type, body }: WebhookCommand): Compared | null {
    return type === 'create' ? comparedProject(body.projectId) : null;
  }

  private async named({ autoContractorId, targetUrl }: WebhookBodies['edit'], actor: PersonSender['actor']) {
    return {
      actor,
      nameable: await this.people.of([autoContractorId], actor),
      targetRefused: typeof targetUrl === 'string' ? this.targetRefused(targetUrl) : null,
    };
  }

  /** A user and password in the address would be written into the log. */
  private targetRefused(target: string): RefusalCode | null {
    const url = URL.canParse(target.trim()) ? new URL(target.trim()) : null;
    if (url === null || url.username + url.password !== '') return 'validation.url';
    return !this.config.webhookAllowPrivate && isLiterallyPrivate(url) ? 'webhook.target-private' : null;
  }
}
