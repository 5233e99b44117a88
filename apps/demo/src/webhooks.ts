import type { WebhookSecretAnswer } from '@gos/contract';
import { addDays, type Webhook, type WebhookBodies, webhookAggregate, webhookStream } from '@gos/domain';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import type { PersonSender } from '../../backend/src/engine/commands/command-sender';
import { IncomingDeliveries } from '../../backend/src/features/webhooks/incoming/incoming-deliveries';
import { Attempts } from '../../backend/src/features/webhooks/outgoing/attempts';
import { Outbox } from '../../backend/src/features/webhooks/outgoing/outbox';
import { Sender } from '../../backend/src/features/webhooks/outgoing/sender';
import { gitea, giteaIssue, type SampleIssue } from '../../backend/src/features/webhooks/testing/host-payloads';
import { WebhooksController } from '../../backend/src/features/webhooks/webhooks.controller';
import { derivedId } from '../../backend/src/kernel/event-id';
import { Deliveries } from '../../backend/src/shared/webhook/deliveries';
import type { Delivery } from '../../backend/src/shared/webhook/delivery';
import { EVENT_LOG, type EventLog } from '../../backend/src/stores/event-log/event-log';
import { actorOf } from './facts';
import type { PastClock } from './past-clock';
import type { Plan } from './plan';
import { WorkingTime } from './working-time';

/** An event that the git host delivers. */
interface Told {
  readonly at: number;
  readonly event: string;
  readonly payload: object;
  /** Answers of the other webhook's target to tries of its follow-ups; it accepts all others. */
  readonly answers?: readonly number[];
}

const minuteMs = 60_000;
const projectName = 'Výdejna v hale C';
const answers: Readonly<Record<number, string>> = {
  422: '{"error": "unknown place", "place": "hala C"}',
  502: 'Bad Gateway',
  503: 'Probíhá údržba.',
};
const places: SampleIssue = {
  number: 31,
  title: 'Terminál nezná pozice v hale C',
  body: 'Po naskladnění hlásí neznámou pozici u všeho od C-01 do C-40.\n\nV hale A funguje bez chyby.',
};
const scanner: SampleIssue = {
  number: 32,
  title: 'Skener u rampy 2 čte jen každý druhý kód',
  body: 'Štítky jsou v pořádku, druhý skener je přečte na první pokus.',
};

/** Two workdays before today, and a few hours ago. */
function toldUntil(now: number, time: WorkingTime, taskId: number): readonly Told[] {
  const workdayBefore = (at: number) => {
    let day = addDays(time.dayOf(at), -1);
    while (!time.isWorkday(day)) day = addDays(day, -1);
    return time.moment(day, 0);
  };
  const last = workdayBefore(now);
  const first = workdayBefore(last);
  const comment = (login: string, body: string) => ({ comment: { id: 1_241, body, user: { login } } });
  const fixed = 'Nasazeno. Po restartu terminálu pozice sedí, zavírám.';
  const { repository, sender } = giteaIssue('opened', places);
  const pull = {
    action: 'opened',
    number: 33,
    pull_request: {
      html_url: `${repository.html_url}/pulls/33`,
      title: 'Číselník pozic pro halu C',
      merged: false,
      head: { ref: `${taskId}-pozice-haly-c` },
      base: { ref: 'main' },
    },
    repository,
    sender,
  };
  return [
    { at: first + 581 * minuteMs, event: 'issues', payload: giteaIssue('opened', places) },
    {
      at: first + 634 * minuteMs,
      event: 'issues',
      payload: giteaIssue('opened', scanner),
      answers: Array(8).fill(422),
    },
    {
      at: first + 665 * minuteMs,
      event: 'issue_comment',
      payload: giteaIssue('created', places, comment('daniel.cermak', 'Chybí v číselníku, zítra je doplním.')),
      answers: [502],
    },
    {
      at: last + 552 * minuteMs,
      event: 'issues',
      payload: giteaIssue('label_updated', { ...places, labels: ['sklad', 'terminál'] }),
    },
    { at: last + 868 * minuteMs, event: 'pull_request', payload: pull },
    { at: now - 190 * minuteMs, event: 'push', payload: { ref: 'refs/heads/main', commits: [], repository, sender } },
    {
      at: now - 181 * minuteMs,
      event: 'issue_comment',
      payload: giteaIssue('created', places, comment('daniel.cermak', fixed)),
      answers: Array(8).fill(503),
    },
    { at: now - 180 * minuteMs, event: 'issues', payload: giteaIssue('closed', places) },
  ];
}

/** A git host's webhook and an outgoing one, with their past deliveries; they use no network. */
export class WebhookStory {
  private readonly told: readonly Told[];

  constructor(
    private readonly app: INestApplicationContext,
    private readonly clock: PastClock,
    private readonly plan: Plan,
    private readonly now: number,
    zone: string,
  ) {
    this.told = toldUntil(now, new WorkingTime(zone), plan.tasks + 1);
  }

  /** Receives the host's deliveries. Its webhook names a board that the project lacks, so that a closed issue has no effect. */
  async receive(): Promise<void> {
    const incoming = this.find(IncomingDeliveries);
    const { id: webhookId, secret } = await this.create({
      name: 'Gitea: e-shop',
      backlogBoardName: 'Regály a pozice',
      doneBoardName: 'Hotovo',
      autoContractorId: this.founded().by,
    });
    for (const [index, { at, event, payload }] of this.told.entries()) {
      const { headers, body } = gitea(event, payload, { secret, id: derivedId('demo', 'gitea', index) });
      await this.clock.at(at, async () => {
        const id = await incoming.take(webhookId, headers, Buffer.from(body));
        await incoming.act({ webhookId, id }, true);
      });
    }
  }

  /** Delivers all events of the project since then, each try at its time. */
  async send(): Promise<void> {
    const [outbox, deliveries] = [this.find(Outbox), this.find(Deliveries)];
    const { id } = await this.create({ name: 'Skladový systém', targetUrl: 'https://sklad.firma.example/gos' });
    const webhook = (await this.find(CommandRunner).load(webhookStream(id), webhookAggregate))!;
    for await (const { event, at } of this.since(webhook)) await this.clock.at(at, () => outbox.replay(webhook, event));
    await this.clock.at(this.now - 20 * minuteMs, () => outbox.test(webhook, null));
    const freeAt = new Map<string, number>();
    for (const delivery of await deliveries.pending(id, null, 1_000)) {
      const { lane } = delivery.sending!;
      freeAt.set(lane, await this.tryOut(delivery, freeAt.get(lane) ?? 0));
    }
  }

  /** Resolves with the moment from which the next delivery of the lane may be tried. */
  private async tryOut(delivery: Delivery, from: number): Promise<number> {
    const statuses = this.told.find(({ at }) => at === delivery.at)?.answers ?? [];
    let waiting: Delivery | undefined = delivery;
    let at = from;
    while (waiting) {
      const { nextAt, tries } = waiting.sending!;
      at = Math.max(from, nextAt);
      if (at > this.now) return at;
      const status = statuses[tries] ?? 204;
      const ms = 41 + ((at + Number.parseInt(delivery.id.slice(-3), 16)) % 173);
      const answered = { status, ms, answer: answers[status] ?? '', retryAfter: null, problem: null };
      this.find(Sender).post = async () => answered;
      const due: Delivery = waiting;
      waiting = await this.clock.at(at, () => this.find(Attempts).try(due, new AbortController().signal));
    }
    return at;
  }

  private async *since({ createdAt }: Webhook) {
    const log = this.find<EventLog>(EVENT_LOG);
    for (let position: string | null = null; ; ) {
      const events = await log.readAll(position, 2_000);
      for (const event of events) {
        const at = Date.parse(event.metadata.at);
        if (at >= Date.parse(createdAt)) yield { event, at };
      }
      position = events.at(-1)?.position ?? null;
      if (position === null) return;
    }
  }

  private founded() {
    for (const step of this.plan.steps) {
      if (step.on !== 'project' || step.command.type !== 'create') continue;
      if (step.command.body.name === projectName) return step;
    }
    throw new Error(`There is no project ${projectName}`);
  }

  /** Creates a webhook as the project's lead, before the first delivery. */
  private create(body: Omit<WebhookBodies['create'], 'projectId'>) {
    const { projectId, by } = this.founded();
    const key = derivedId('demo', 'webhook', body.name);
    const sender: PersonSender = {
      actor: { ...actorOf(by, { [projectId]: 'manage' }), id: by },
      via: 'web',
      correlationId: key,
      idempotency: { key, bodyHash: key },
      ifMatch: null,
    };
    const request = { type: 'create', ids: { id: projectId }, body };
    const create = () => this.find(WebhooksController).runPlain(request, sender) as Promise<WebhookSecretAnswer>;
    return this.clock.at(this.told[0]!.at - 20 * minuteMs, create);
  }

  private find<T>(token: Type<T> | symbol): T {
    return this.app.get<T>(token, { strict: false });
  }
}
