import { authOperations } from '@gos/contract';
import { accountBodies, recoveryBodies, userBodies } from '@gos/domain';
import { Body } from '../../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class RegisterDto extends Body(userBodies.register) {}
export class LoginDto extends Body(userBodies.login) {}
export class CreateTokenDto extends Body(accountBodies.createToken) {}
export class ChangePasswordDto extends Body(accountBodies.changePassword) {}
export class ForgottenDto extends Body(recoveryBodies.forgotten) {}
export class RecoverDto extends Body(recoveryBodies.recover) {}
export class InvitationDto extends Body(recoveryBodies.invitation) {}
export class InviteDto extends Body(recoveryBodies.invite) {}
/** The body of a command without parameters. */
export class EmptyDto extends Body(authOperations.logout.body) {}
