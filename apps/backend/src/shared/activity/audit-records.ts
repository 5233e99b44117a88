import { type AuditCommand, auditAggregate, targetOf } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Clock } from '../../kernel/clock';

/** Records the searches, exports and undone ranges of auditors and admins as events of theirs, before they are answered. */
@Injectable()
export class AuditRecords {
  constructor(
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
  ) {}

  /** @throws Refused with `user.forbidden` for anybody but admins and auditors */
  async write(command: AuditCommand, sender: PersonSender): Promise<void> {
    const { actor } = sender;
    const facts = () => ({ actor, at: this.clock.instant() });
    await this.runner.run(targetOf(auditAggregate, actor.id), command, sender, facts);
  }
}
