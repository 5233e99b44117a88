import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { WebhookAnswers } from './webhook-answers';
import { WebhookSurroundings } from './webhook-surroundings';
import { WebhooksController } from './webhooks.controller';

@Module({
  imports: [EntitiesModule],
  controllers: [WebhooksController],
  providers: [WebhookAnswers, WebhookSurroundings],
})
export class WebhooksModule {}
