import { type SwitchOffReason, webhookAggregate } from '@gos/domain';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { systemSender } from '../../../engine/commands/command-sender';
import { RunCommand } from '../../../engine/commands/run-command';
import { Clock } from '../../../kernel/clock';
import { Refused } from '../../../kernel/refused';

/** Switches webhooks off in the system's name. */
@Injectable()
export class WebhookSwitch {
  private readonly logger = new Logger(WebhookSwitch.name);

  constructor(
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async off(webhookId: number, reason: SwitchOffReason): Promise<void> {
    this.logger.warn(`Webhook ${webhookId} is switched off: ${reason}`);
    const id = `webhook-off-${webhookId}-${this.clock.now()}`;
    const command = { type: 'switchOff', body: { reason } } as const;
    try {
      await this.commands.execute(new RunCommand(webhookAggregate, webhookId, command, systemSender('job', id, id)));
    } catch (error) {
      // It was removed meanwhile.
      if (!(error instanceof Refused)) throw error;
    }
  }
}
