import { positionBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class CreatePositionDto extends Body(positionBodies.create) {}
export class EditPositionDto extends Body(positionBodies.edit) {}
