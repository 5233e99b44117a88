import { taskBodies } from '@gos/domain';
import { optional, optionalOrNull } from '@gos/domain/kernel/shape';
import { Body } from '../../http/body-class';
import { safeHtml } from '../../http/safe-html';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class EditTaskDto extends Body(taskBodies.edit, { description: optional(safeHtml) }) {}
export class CreateTaskDto extends Body(taskBodies.create, { description: optionalOrNull(safeHtml) }) {}
export class AssignDto extends Body(taskBodies.assign) {}
export class CompleteDto extends Body(taskBodies.complete) {}
export class AcceptDto extends Body(taskBodies.accept) {}
export class ReturnDto extends Body(taskBodies.return) {}
export class EndDto extends Body(taskBodies.end) {}
export class RestoreDto extends Body(taskBodies.restore) {}
export class DeadlineDto extends Body(taskBodies.deadline) {}
export class PlanDto extends Body(taskBodies.plan) {}
export class EstimateDto extends Body(taskBodies.estimate) {}
export class BudgetDto extends Body(taskBodies.budget) {}
export class MoveDto extends Body(taskBodies.move) {}
export class CommentDto extends Body(taskBodies.comment) {}
export class ParticipantDto extends Body(taskBodies.addParticipant) {}
export class PredecessorDto extends Body(taskBodies.addPredecessor) {}
