import { localDay, startOfDay, systemActor, targetOf, worklogAggregate } from '@gos/domain';
import { type WorklogDocument, worklogModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { jobSender } from '../../engine/commands/command-sender';
import { DueDocuments } from '../../engine/jobs/due-documents';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import type { Filter } from '../../stores/read-models/read-models';

const hourMs = 60 * 60 * 1_000;

/** Reminds people whose running work looks forgotten: past local midnight, or after twelve hours. */
@Injectable()
export class ForgottenWork {
  constructor(
    due: DueDocuments,
    private readonly runner: CommandRunner,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {
    due.tick({
      name: 'forgotten-work',
      model: worklogModel,
      number: 'userId',
      filter: () => this.forgotten(),
      act: ({ userId }: WorklogDocument) => this.remind(userId),
    });
  }

  private forgotten(): Filter {
    const { timeZone: zone } = this.config;
    const now = this.clock.now();
    const halfDayAgo = new Date(now - 12 * hourMs).toISOString();
    const today = startOfDay(localDay(now, zone), zone);
    return { 'running.told': false, 'running.from': { $lt: today > halfDayAgo ? today : halfDayAgo } };
  }

  private remind(userId: number): Promise<unknown> {
    const sender = jobSender(`forgotten-work-${userId}`);
    return this.runner.run(targetOf(worklogAggregate, userId), { type: 'remind', body: {} }, sender, () => ({
      actor: systemActor,
      userId,
      at: this.clock.instant(),
      zone: this.config.timeZone,
      entryId: 0,
      task: null,
      rates: [],
    }));
  }
}
