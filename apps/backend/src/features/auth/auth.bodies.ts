import { userBodies } from '@gos/domain';
import { object } from '@gos/domain/kernel/shape';
import { Body } from '../../http/body';

/** Bodies as Nest wants them. OpenAPI calls them by these names. */
export class RegisterDto extends Body(userBodies.register) {}
export class LoginDto extends Body(userBodies.login) {}
/** The body of a request that says all by being sent. */
export class EmptyDto extends Body(object({})) {}
