import { Module } from '@nestjs/common';
import { SharedModule } from '../../shared/shared.module';
import { WebhookSwitch } from './common/webhook-switch';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryAnswers } from './delivery-answers';
import { HooksController } from './hooks.controller';
import { IncomingDeliveries } from './incoming/incoming-deliveries';
import { IncomingEffects } from './incoming/incoming-effects';
import { IncomingQuota } from './incoming/incoming-quota';
import { IssueEffects } from './incoming/issue-effects';
import { IssueTasks } from './incoming/issue-tasks';
import { NamedTasks } from './incoming/named-tasks';
import { TaskPlaces } from './incoming/task-places';
import { WrittenDeeds } from './incoming/written-deeds';
import { Attempts } from './outgoing/attempts';
import { EventBodies } from './outgoing/event-bodies';
import { Outbox } from './outgoing/outbox';
import { ProjectEvents } from './outgoing/project-events';
import { Pumps } from './outgoing/pumps';
import { Replays } from './outgoing/replays';
import { RunningReplays } from './outgoing/running-replays';
import { Sender } from './outgoing/sender';
import { UnmadeBodies } from './outgoing/unmade-bodies';
import { WebhookAnswers } from './webhook-answers';
import { WebhookCommandContext } from './webhook-command-context';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [SharedModule],
  controllers: [WebhooksController, DeliveriesController, HooksController],
  providers: [
    WebhookAnswers,
    WebhookCommandContext,
    WebhookSwitch,
    DeliveryAnswers,
    IncomingDeliveries,
    IncomingEffects,
    IncomingQuota,
    IssueEffects,
    IssueTasks,
    NamedTasks,
    TaskPlaces,
    WrittenDeeds,
    Attempts,
    EventBodies,
    Outbox,
    ProjectEvents,
    Pumps,
    Replays,
    RunningReplays,
    Sender,
    UnmadeBodies,
  ],
  exports: [Sender],
})
export class WebhooksModule {}
