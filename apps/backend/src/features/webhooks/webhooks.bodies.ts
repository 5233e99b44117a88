import { webhookRequests } from '@gos/contract';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class ReplayDto extends Body(webhookRequests.replay) {}
