import { boardBodies } from '@gos/domain';
import { Body } from '../../http/body';

/** Bodies as Nest wants them. OpenAPI calls them by these names. */
export class CreateBoardDto extends Body(boardBodies.create) {}
export class EditBoardDto extends Body(boardBodies.edit) {}
export class MoveBoardDto extends Body(boardBodies.move) {}
