import type { Day, Instant, Money, ParticipantKind, TaskType } from '@gos/domain';
import { limits, taskFieldChecks, taskTypes } from '@gos/domain';
import { descriptionError } from '../../http/description';
import { choice, costReduction, day, Field, id, instant, integer, list, money, text } from '../../http/validation';

const optional = { optional: true } as const;
const orNull = { optional: true, nullable: true } as const;
const ids = list(id, limits.participants.max);
const tags = list(text(), 10_000, taskFieldChecks.tags);

/** What a PATCH may change. */
export class EditTaskDto {
  @Field(text(taskFieldChecks.name), optional) name?: string;
  @Field(text(descriptionError), optional) description?: string;
  @Field(tags, optional) tags?: string[];
  @Field(integer(taskFieldChecks.priority), optional) priority?: number;
  @Field(choice(taskTypes), optional) type?: TaskType;
  @Field(text(taskFieldChecks.gitBranch), orNull) gitBranch?: string | null;
  @Field(text(taskFieldChecks.externalUrl), orNull) externalUrl?: string | null;
}

/** The body of a creation, of a task and of a subtask alike. */
export class CreateTaskDto {
  @Field(text(taskFieldChecks.name)) name: string;
  @Field(text(descriptionError), orNull) description?: string | null;
  @Field(choice(taskTypes), orNull) type?: TaskType | null;
  @Field(integer(taskFieldChecks.priority), orNull) priority?: number | null;
  @Field(instant, orNull) deadline?: Instant | null;
  @Field(day, orNull) shownDate?: Day | null;
  @Field(id, orNull) contractorId?: number | null;
  @Field(id, orNull) solverId?: number | null;
  @Field(id, orNull) projectId?: number | null;
  @Field(id, orNull) boardId?: number | null;
  @Field(id, orNull) parentId?: number | null;
  @Field(ids, orNull) predecessors?: number[] | null;
  @Field(ids, orNull) acknowledged?: number[] | null;
  @Field(ids, orNull) passive?: number[] | null;
  @Field(tags, orNull) tags?: string[] | null;
  @Field(integer(taskFieldChecks.estimateMinutes), orNull) estimateMinutes?: number | null;
  @Field(money, orNull) budget?: Money | null;
  @Field(text(taskFieldChecks.gitBranch), orNull) gitBranch?: string | null;
  @Field(text(taskFieldChecks.externalUrl), orNull) externalUrl?: string | null;
  @Field(ids, orNull) files?: number[] | null;
}

export class AssignDto {
  @Field(id, { nullable: true }) solverId: number | null;
}

export class CompleteDto {
  @Field(text(taskFieldChecks.text)) result: string;
}

export class AcceptDto {
  @Field(text(taskFieldChecks.text), orNull) reservation?: string | null;
  @Field(integer(taskFieldChecks.rating), orNull) rating?: number | null;
  @Field(text(taskFieldChecks.text), orNull) comment?: string | null;
  @Field(costReduction, orNull) costReduction?: Money | null;
}

export class ReturnDto {
  @Field(text(taskFieldChecks.text)) reason: string;
  @Field(instant, orNull) deadline?: Instant | null;
}

export class EndDto {
  @Field(text(taskFieldChecks.text), orNull) reason?: string | null;
}

export class RestoreDto {
  @Field(instant, orNull) deadline?: Instant | null;
}

export class DeadlineDto {
  @Field(instant, { nullable: true }) deadline: Instant | null;
}

export class PlanDto {
  @Field(day, { nullable: true }) shownDate: Day | null;
}

export class EstimateDto {
  @Field(integer(taskFieldChecks.estimateMinutes)) estimateMinutes: number;
}

export class BudgetDto {
  @Field(money) budget: Money;
}

export class MoveDto {
  @Field(id, orNull) projectId?: number | null;
  @Field(id, orNull) boardId?: number | null;
  @Field(id, orNull) beforeId?: number | null;
}

export class CommentDto {
  @Field(text(taskFieldChecks.text)) text: string;
}

export class ParticipantDto {
  @Field(id) userId: number;
  @Field(choice(['acknowledged', 'passive'])) kind: ParticipantKind;
}

export class PredecessorDto {
  @Field(id) taskId: number;
}
