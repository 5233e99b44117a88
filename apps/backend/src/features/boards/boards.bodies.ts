import { boardBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class CreateBoardDto extends Body(boardBodies.create) {}
