import { secondStepBodies } from '@gos/domain';
import { Body } from '../../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class ConfirmedDto extends Body(secondStepBodies.confirmed) {}
export class ConfirmTotpDto extends Body(secondStepBodies.confirmTotp) {}
export class AddPasskeyDto extends Body(secondStepBodies.addPasskey) {}
export class RenamePasskeyDto extends Body(secondStepBodies.renamePasskey) {}
export class SecondStepDto extends Body(secondStepBodies.signIn) {}
