import type { TaskState } from '@gos/domain';
import { taskStates } from '@gos/domain';
import { type TaskDocument, taskModel } from '@gos/projections';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../backend/src/app.module';
import { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import { Worker } from '../../backend/src/engine/jobs/worker';
import { ActiveReadModels } from '../../backend/src/engine/projections/active-read-models';
import { Projections } from '../../backend/src/engine/projections/projections';
import { Registration } from '../../backend/src/features/auth/common/registration';
import type { Config } from '../../backend/src/kernel/config';
import { People } from '../../backend/src/shared/user/people';
import { CLAIMS } from '../../backend/src/stores/claims/claims';
import { EVENT_LOG, type EventLog } from '../../backend/src/stores/event-log/event-log';
import { FILES } from '../../backend/src/stores/files/files';
import { PastClock } from './past-clock';
import { type PlanSettings, planDemo } from './plan';
import { Player, type Stores } from './player';
import { WebhookStory } from './webhooks';

type DemoSize = Pick<PlanSettings, 'naturalTasks' | 'attendanceDays'>;

export interface Filled {
  readonly events: number;
  readonly tasks: number;
  readonly byState: Readonly<Record<TaskState, number>>;
  readonly byType: ReadonlyMap<string, number>;
}

/** Fills an empty installation with half a year of a company, up to the moment given. */
export async function fillDemo(config: Config, now: number, size: DemoSize = {}): Promise<Filled> {
  const clock = new PastClock();
  // The company registers whatever the installation allows to strangers later; no background work runs.
  const module = AppModule.with({ ...config, registration: 'open', background: false }, clock);
  // Errors only: lines of the security log about past sign-ins help nobody, and some tries of the webhook fail on purpose.
  const app = await NestFactory.createApplicationContext(module, { logger: ['error'], abortOnError: false });
  try {
    const find = <T>(token: Parameters<INestApplicationContext['get']>[0]): T => app.get(token, { strict: false }) as T;
    const stores: Stores = {
      clock,
      runner: find(CommandRunner),
      registration: find(Registration),
      people: find(People),
      claims: find(CLAIMS),
      files: find(FILES),
    };
    const plan = planDemo({ now, zone: config.timeZone, currency: config.currency, ...size });
    const player = new Player(stores, plan, config);
    await player.hire();
    await player.play();
    await player.readNotifications(now);
    const seen = () => caughtUp(find(Projections), find(ActiveReadModels), player.position);
    await seen();
    const webhooks = new WebhookStory(app, clock, plan, now, config.timeZone);
    await webhooks.receive();
    // Due work is done before the webhook sends, so that the start leaves no delivery for an address that does not exist.
    await clock.at(now, () => find<Worker>(Worker).tickNow());
    await webhooks.send();
    await seen();
    return await summary(find(EVENT_LOG), find(ActiveReadModels));
  } finally {
    await app.close();
  }
}

async function caughtUp(
  projections: Projections,
  readModels: ActiveReadModels,
  position: string | null,
): Promise<void> {
  while (!(await projections.lag()).caughtUp) await readModels.waitUntilApplied(position);
}

async function summary(log: EventLog, readModels: ActiveReadModels): Promise<Filled> {
  const byType = new Map<string, number>();
  let position: string | null = null;
  for (;;) {
    const events = await log.readAll(position, 2_000);
    const last = events.at(-1);
    if (!last) break;
    for (const { type } of events) byType.set(type, (byType.get(type) ?? 0) + 1);
    position = last.position;
  }
  const counted = await Promise.all(
    taskStates.map(
      async (state) =>
        [state, await readModels.count<TaskDocument>(taskModel, { deleted: false, 'task.state': state })] as const,
    ),
  );
  return {
    events: [...byType.values()].reduce((sum, count) => sum + count, 0),
    tasks: (byType.get('TaskCreated') ?? 0) + (byType.get('TaskCreatedForContractor') ?? 0),
    byState: Object.fromEntries(counted) as Filled['byState'],
    byType,
  };
}
