import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryAnswers } from './delivery-answers';
import { HooksController } from './hooks.controller';
import { IncomingDeliveries } from './incoming/incoming-deliveries';
import { IncomingEffects } from './incoming/incoming-effects';
import { IssueTasks } from './incoming/issue-tasks';
import { WebhookAnswers } from './webhook-answers';
import { WebhookSurroundings } from './webhook-surroundings';
import { WebhookSwitch } from './webhook-switch';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [WebhooksController, DeliveriesController, HooksController],
  providers: [
    WebhookAnswers,
    WebhookSurroundings,
    WebhookSwitch,
    DeliveryAnswers,
    IncomingDeliveries,
    IncomingEffects,
    IssueTasks,
  ],
})
export class WebhooksModule {}
