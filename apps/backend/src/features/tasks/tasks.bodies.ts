import { taskBodies } from '@gos/domain';
import { optional, optionalOrNull } from '@gos/domain/kernel/shape';
import { Body } from '../../http/body-class';
import { safeHtml } from '../../http/safe-html';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class EditTaskDto extends Body(taskBodies.edit, { description: optional(safeHtml) }) {}
export class CreateTaskDto extends Body(taskBodies.create, { description: optionalOrNull(safeHtml) }) {}
export class ParticipantDto extends Body(taskBodies.addParticipant) {}
export class PredecessorDto extends Body(taskBodies.addPredecessor) {}
