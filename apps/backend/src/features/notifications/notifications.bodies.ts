import { inboxBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body class for Nest; its name is the schema's in OpenAPI. */
export class ReadNotificationsDto extends Body(inboxBodies.read) {}
