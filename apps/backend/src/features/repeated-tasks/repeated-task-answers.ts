import {
  type GeneratedTask,
  type NamedRef,
  plainAnswersOf,
  type RepeatedTaskActivity,
  type RepeatedTaskAnswer,
  type TaskRef,
} from '@gos/contract';
import {
  type Actor,
  canOfRepeatedTask,
  editedFieldNames,
  firstUpcoming,
  isTemplateMoney,
  isTemplatePerson,
  type RecordedEvent,
  type RepeatedTask,
  type RepeatedTaskEdit,
  type RepeatedTaskEvent,
  withoutMoney,
} from '@gos/domain';
import {
  isVisibleTo,
  type PositionDocument,
  positionModel,
  type RepeatedTaskDocument,
  seesBudget,
  type TaskDocument,
  taskModel,
  visibleTo,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { DaysOff } from '../../shared/plan/days-off';
import { PlaceRefsReader, type ProjectAndBoardNames } from '../../shared/task/project-and-board-names';
import { type NamePerson, refBy, UserAnswers } from '../../shared/user/user-answers';
import type { Filter } from '../../stores/read-models/read-models';

type Reader = Actor & { readonly id: number };
/** An event, and the definition's revision after it. */
export interface RepeatedTaskStep {
  readonly event: RecordedEvent & RepeatedTaskEvent;
  readonly revision: number;
}
type Positions = ReadonlyMap<string, PositionDocument>;

interface Names {
  readonly person: NamePerson;
  readonly refs: ProjectAndBoardNames;
  readonly position: (id: number | null) => NamedRef | null;
}

/** How many of its tasks, and of its occurrences to come, a definition is answered with. */
const shown = { tasks: 100, tasksInList: 10, upcoming: 10 };

/** Joins definitions of repeated tasks with names, their tasks and the occurrences to come, for one reader. */
@Injectable()
export class RepeatedTaskAnswers {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly refs: PlaceRefsReader,
    private readonly users: UserAnswers,
    private readonly daysOff: DaysOff,
    private readonly clock: Clock,
  ) {}

  async list(documents: readonly RepeatedTaskDocument[], reader: Reader): Promise<RepeatedTaskAnswer[]> {
    const states = documents.map(({ state }) => state);
    const names = await this.namesOf(states, reader);
    return Promise.all(states.map((state) => this.answer(state, names, reader, shown.tasksInList)));
  }

  async detail({ state }: RepeatedTaskDocument, reader: Reader): Promise<RepeatedTaskAnswer> {
    return this.answer(state, await this.namesOf([state], reader), reader, shown.tasks);
  }

  seesMoney(present: RepeatedTask, reader: Reader): boolean {
    return seesBudget(subjectOf(present), reader);
  }

  /** Events of a definition, each with its changes; people and places have the names that the reader sees now. */
  async history(
    steps: readonly RepeatedTaskStep[],
    present: RepeatedTask,
    reader: Reader,
  ): Promise<RepeatedTaskActivity[]> {
    const edits = steps.flatMap(({ event }) => (event.type === 'RepeatedTaskEdited' ? event.data.changes : []));
    const [names, tasks] = await Promise.all([
      this.namesIn(edits, present, reader),
      this.tasksOf(
        steps.flatMap(({ event }) => taskIdsOf(event)),
        reader,
      ),
    ]);
    return steps.map(({ event, revision }) => ({
      id: event.id,
      event: event.type,
      at: event.metadata.at,
      by: refBy(names.person, event.metadata.actor),
      via: event.metadata.via,
      revision,
      changes: event.type === 'RepeatedTaskEdited' ? this.changes(event.data.changes, names, present, reader) : [],
      ...this.ofOccurrence(event, tasks),
      hash: event.metadata.hash,
    }));
  }

  private async answer(state: RepeatedTask, names: Names, reader: Reader, tasks: number): Promise<RepeatedTaskAnswer> {
    const { template } = state;
    const { contractorId, projectId, boardId } = template;
    const { person } = names;
    const project = names.refs.project(projectId, projectId);
    const shownTemplate = this.seesMoney(state, reader)
      ? (one: RepeatedTaskAnswer['template']) => one
      : (one: RepeatedTaskAnswer['template']) => withoutMoney(one);
    const isDayOff = await this.daysOff.for([state]);
    const upcoming = state.active ? firstUpcoming(state, shown.upcoming, isDayOff).map(({ deadline }) => deadline) : [];
    const now = this.clock.instant();
    return {
      id: state.id,
      name: state.name,
      active: state.active,
      contractor: person(contractorId),
      solver: refBy(person, state.solverId),
      position: names.position(state.positionId),
      project,
      showFrom: state.showFrom,
      firstDeadline: state.firstDeadline,
      firstPlannedDeadline: state.firstPlannedDeadline,
      repeat: state.repeat,
      repeatDay: state.repeatDay,
      onDayOff: state.onDayOff,
      period: state.period,
      endRepeat: state.endRepeat,
      repeatCount: state.repeatCount,
      endDate: state.endDate,
      generateAhead: state.generateAhead,
      createFor: state.createFor,
      template: shownTemplate({
        name: template.name ?? state.name,
        description: template.description,
        contractor: person(contractorId),
        project,
        board: names.refs.board(boardId, projectId),
        tags: template.tags,
        estimateMinutes: template.estimateMinutes,
        budget: template.budget,
        acknowledged: template.acknowledged.map(person),
        passive: template.passive.map(person),
        ...plainAnswersOf(template, editedFieldNames, person),
      }),
      generated: await this.generatedOf(state.id, person, reader, tasks),
      upcoming,
      next: [...state.latest, ...upcoming].filter((deadline) => deadline > now).sort()[0] ?? null,
      revision: state.revision,
      can: canOfRepeatedTask({ active: state.active, contractorId, projectId }, reader),
    };
  }

  /** The latest tasks that the reader sees, by deadline. */
  private async generatedOf(id: number, person: NamePerson, reader: Reader, limit: number): Promise<GeneratedTask[]> {
    const filter = { $and: [{ 'task.repeated.id': id, deleted: false }, visibleTo(reader) as Filter] };
    const sort = ['task.deadline', 'task.id'].map((field) => ({ field, direction: 'desc' }) as const);
    const documents = await this.readModels.find(taskModel, filter, { sort, limit });
    return documents.reverse().map(({ task }) => ({
      taskId: task.id,
      deadline: task.deadline,
      number: task.repeated!.number,
      name: task.name,
      solver: refBy(person, task.solverId),
    }));
  }

  private async namesOf(states: readonly RepeatedTask[], reader: Reader): Promise<Names> {
    const templates = states.map(({ template }) => template);
    const [refs, positions, person] = await Promise.all([
      this.refs.of(templates, reader),
      this.positionsOf(states.map(({ positionId }) => positionId)),
      this.users.namesFor(reader),
    ]);
    return { person, refs, position: (id) => positionIn(positions, id) };
  }

  private async namesIn(edits: readonly RepeatedTaskEdit[], present: RepeatedTask, reader: Reader): Promise<Names> {
    const idsOf = (field: RepeatedTaskEdit['field']) =>
      edits.filter((edit) => edit.field === field).flatMap(({ from, to }) => [from, to] as (number | null)[]);
    const [refs, positions, person] = await Promise.all([
      this.refs.ofIds(idsOf('template.projectId'), idsOf('template.boardId'), reader),
      this.positionsOf([...idsOf('positionId'), present.positionId]),
      this.users.namesFor(reader),
    ]);
    return { person, refs, position: (id) => positionIn(positions, id) };
  }

  private positionsOf(ids: readonly (number | null)[]): Promise<Positions> {
    const wanted = [...new Set(ids.filter((id) => typeof id === 'number'))];
    return this.readModels.getMany<PositionDocument>(positionModel, wanted);
  }

  private changes(edits: readonly RepeatedTaskEdit[], names: Names, present: RepeatedTask, reader: Reader) {
    const money = seesBudget(subjectOf(present), reader);
    return edits
      .filter(({ field }) => field !== 'zone' && field !== 'template.files' && (money || !isTemplateMoney(field)))
      .map(({ field, from, to }) => ({
        field: field.replace(/^template\./, '').replace(/Id$/, ''),
        from: this.named(field, from ?? null, names, present),
        to: this.named(field, to, names, present),
      }));
  }

  private named(field: RepeatedTaskEdit['field'], value: unknown, names: Names, { template }: RepeatedTask): unknown {
    if (value === null) return null;
    if (isTemplatePerson(field)) return names.person(value as number);
    switch (field) {
      case 'solverId':
      case 'template.contractorId':
        return names.person(value as number);
      case 'template.acknowledged':
      case 'template.passive':
        return (value as number[]).map(names.person);
      case 'positionId':
        return names.position(value as number);
      case 'template.projectId':
        return names.refs.past('project', value as number, template.projectId);
      case 'template.boardId':
        return names.refs.past('board', value as number, template.projectId);
      default:
        return value;
    }
  }

  private async tasksOf(ids: readonly number[], reader: Reader): Promise<(id: number) => TaskRef> {
    const documents = await this.readModels.getMany<TaskDocument>(taskModel, [...new Set(ids)]);
    return (id) => {
      const document = documents.get(String(id));
      const isSeen = document && !document.deleted && isVisibleTo(document, reader);
      return { id, name: isSeen ? document.task.name : null };
    };
  }

  private ofOccurrence(event: RepeatedTaskEvent, taskRef: (id: number) => TaskRef): Partial<RepeatedTaskActivity> {
    if (event.type === 'OccurrenceGenerated') {
      const { number, deadline } = event.data;
      return { number, deadline, tasks: taskIdsOf(event).map(taskRef) };
    }
    if (event.type !== 'OccurrenceSkipped') return {};
    const { number, deadline, count, from, to, reason } = event.data;
    return { number, deadline, count, from, to, reason, tasks: taskIdsOf(event).map(taskRef) };
  }
}

const subjectOf = ({ solverId, template }: RepeatedTask) => ({ ...template, solverId });

function positionIn(positions: Positions, id: number | null): NamedRef | null {
  return id === null ? null : { id, name: positions.get(String(id))?.state.name ?? `#${id}` };
}

function taskIdsOf(event: RepeatedTaskEvent): readonly number[] {
  if (event.type === 'OccurrenceGenerated') return event.data.tasks.map(({ taskId }) => taskId);
  return event.type === 'OccurrenceSkipped' ? event.data.taskIds : [];
}
