import { userBodies } from '@gos/domain';
import { Body } from '../../http/body';

/** Bodies as Nest wants them. OpenAPI calls them by these names. */
export class ChangeUserDto extends Body(userBodies.change) {}
export class ChangeMeDto extends Body(userBodies.changeMe) {}
