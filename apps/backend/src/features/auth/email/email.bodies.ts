import { emailBodies } from '@gos/domain';
import { Body } from '../../../http/body-class';

export class AskEmailDto extends Body(emailBodies.ask) {}
export class ConfirmEmailDto extends Body(emailBodies.confirm) {}
export class ChangeEmailDto extends Body(emailBodies.change) {}
