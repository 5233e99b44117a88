import type { DeliveryDeed, DeliveryStatus } from '@gos/contract';
import {
  type EventMetadata,
  type RefusalCode,
  type Task,
  type TaskCommand,
  taskAggregate,
  type Webhook,
} from '@gos/domain';
import type { CommandBus } from '@nestjs/cqrs';
import { systemSender } from '../../../engine/commands/command-sender';
import { RunCommand } from '../../../engine/commands/run-command';
import { Refused } from '../../../kernel/refused';
import type { Delivery, DeliveryEffect } from '../../../shared/webhook/delivery';

/** The correlation id of the commands of a webhook's delivery: their events are not sent back to their origin. */
export const correlationOf = (webhookId: number, deliveryId: string) => `webhook-${webhookId}-${deliveryId}`;
/** Compares the channel too, since clients may choose correlation ids. */
export const isCausedBy = (webhookId: number, { via, correlationId }: EventMetadata) =>
  via === 'webhook' && correlationId.startsWith(`webhook-${webhookId}-`);

/** Notes of deliveries that did not fail: there was nothing to do. */
const harmless: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'webhook.event.unknown',
  'webhook.issue.unknown',
  'webhook.issue.deleted',
  'webhook.issue.transferred',
  'webhook.task.unknown',
  'webhook.task.unsure',
  'webhook.fork',
  'webhook.unchanged',
  'task.already-solved',
]);

export interface Done {
  readonly effect: DeliveryEffect;
  readonly status: DeliveryStatus;
}

/** A delivery while it is acted on. */
export class Acting {
  readonly did: DeliveryDeed[] = [];
  readonly notes: RefusalCode[] = [];
  task: Task | null = null;

  constructor(
    readonly webhook: Webhook,
    readonly delivery: Delivery,
    private readonly bus: CommandBus,
  ) {}

  note(code: RefusalCode): void {
    if (!this.notes.includes(code)) this.notes.push(code);
  }

  /**
   * Runs a command as the system; a refusal becomes a note. Resolves with whether the command changed the task. A
   * delivery runs each type of command once, so the type identifies the command in a repetition, even if other commands
   * are needed then.
   */
  async run(command: TaskCommand, deed: DeliveryDeed, key?: string): Promise<boolean> {
    const { webhookId, id } = this.delivery;
    const own = `webhook ${webhookId} ${id} ${this.commandRound} ${command.type}`;
    const source = `webhook-${webhookId}` as const;
    const sender = { ...systemSender('webhook', correlationOf(webhookId, id), key ?? own), source };
    try {
      const target = command.type === 'create' ? null : this.task!.id;
      const { state, changed } = await this.bus.execute(new RunCommand(taskAggregate, target, command, sender));
      this.task = state;
      if (changed && !this.did.includes(deed)) this.did.push(deed);
      return changed;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.note(error.refusal.refused);
      return false;
    }
  }

  /** Commands with the same number are repetitions: 0 until a person repeats a delivery that has acted. */
  get commandRound(): number {
    return this.delivery.commandRound ?? this.delivery.round;
  }

  done(): Done {
    const { did, notes } = this;
    if (did.length === 0 && notes.length === 0) notes.push('webhook.unchanged');
    const nothing = notes.every((code) => harmless.has(code)) ? 'ignored' : 'failed';
    const effect = { did, taskId: this.task?.id ?? null, notes };
    return { effect, status: did.length > 0 ? 'delivered' : nothing };
  }
}
