import { webhookRequests } from '@gos/contract';
import { webhookBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class CreateWebhookDto extends Body(webhookBodies.create) {}
export class EditWebhookDto extends Body(webhookBodies.edit) {}
export class ReplayDto extends Body(webhookRequests.replay) {}
