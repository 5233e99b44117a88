import type { ActivityItem } from '@gos/contract';
import {
  type Actor,
  type Board,
  boardAggregate,
  type EventWithTime,
  type Message,
  type Project,
  projectAggregate,
  projectFields,
  type RecordedEvent,
} from '@gos/domain';
import { keysOf, tableOf } from '@gos/domain/kernel/tables';
import { same } from '@gos/domain/kernel/values';
import {
  type BoardDocument,
  boardModel,
  type ProjectDocument,
  projectModel,
  type TaskActivityDocument,
  type TaskDocument,
  taskActivityModel,
  taskModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { BoardAnswers } from '../../../entities/board/board-answers';
import { ProjectAnswers } from '../../../entities/project/project-answers';
import { TaskAnswers } from '../../../entities/task/task-answers';
import { TaskHistories } from '../../../entities/task/task-histories';
import { People } from '../../../entities/user/people';
import type { Delivery } from '../../../entities/webhook/delivery';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import type { Subject } from './project-events';

type Reader = Actor & { readonly id: number };

/** As a member who only looks on, and is a party to nothing. */
const readerOf = (projectId: number): Reader => ({ id: 0, role: 'member', projects: { [projectId]: 'view' } });

type BoardOrProject = Omit<ActivityItem, 'byThen' | 'taskId' | 'class' | 'text'>;

/** What is sent of an event: the item of the history with its changes, and what it happened to as it is now. */
@Injectable()
export class EventBodies {
  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly readModels: ActiveReadModels,
    private readonly histories: TaskHistories,
    private readonly tasks: TaskAnswers,
    private readonly boards: BoardAnswers,
    private readonly projects: ProjectAnswers,
    private readonly people: People,
  ) {}

  /**
   * null when the project's members may not see it any more
   * @throws StoreUnavailable while the documents lag behind
   */
  async of({ type, at, sending }: Delivery, projectId: number): Promise<string | null> {
    const { position, lane } = sending!;
    await this.readModels.waitUntilApplied(position);
    const [kind, id] = lane.split('-') as [Subject['kind'], string];
    const data =
      kind === 'task'
        ? await this.ofTask(Number(id), sending!.eventId!, projectId)
        : await this.ofOther(kind, id, sending!, projectId);
    return data && JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  }

  private async ofTask(taskId: number, eventId: string, projectId: number): Promise<object | null> {
    const document = await this.readModels.get<TaskDocument>(taskModel, taskId);
    if (!document) throw behind();
    if (document.projectId !== projectId) return null;
    const reader = readerOf(projectId);
    const entry = await this.readModels.get<TaskActivityDocument>(taskActivityModel, eventId);
    if (!entry) throw behind();
    const steps = await this.histories.steps(taskId, [entry]);
    const [[activity], [task]] = await Promise.all([
      this.tasks.history(steps, document.task, reader),
      this.tasks.rows([document], reader),
    ]);
    // Of an event of money only, a member who looks on is told nothing.
    return activity ? { activity, task } : null;
  }

  private async ofOther(
    kind: 'board' | 'project',
    id: string,
    { stream, eventId }: NonNullable<Delivery['sending']>,
    projectId: number,
  ): Promise<object | null> {
    const history = await this.log.readStream(stream!);
    const event = history.find((one) => one.id === eventId);
    if (!event) throw behind();
    const until = history.filter(({ revision }) => revision <= event.revision);
    if (kind === 'board') {
      const document = await this.readModels.get<BoardDocument>(boardModel, id);
      if (!document) throw behind();
      if (document.projectId !== projectId) return null;
      const [board] = await this.boards.docs([document]);
      return { activity: this.item(event, until, boardAggregate.evolve, boardFieldsOf), board };
    }
    const document = await this.readModels.get<ProjectDocument>(projectModel, id);
    if (!document) throw behind();
    const { can: _, ...project } = this.projects.answer(document, readerOf(projectId));
    return { activity: this.item(event, until, projectAggregate.evolve, projectFieldsOf), project };
  }

  /** The event with what it changed, each with its previous value. */
  private item<State extends { readonly revision: number }, E extends Message>(
    event: RecordedEvent,
    until: readonly RecordedEvent[],
    evolve: (state: State | null, event: E) => State | null,
    fieldsOf: (state: State) => Readonly<Record<string, unknown>>,
  ): BoardOrProject {
    const folded = (events: readonly RecordedEvent[]) =>
      events.reduce<State | null>((state, one) => evolve(state, one as unknown as E & EventWithTime<E>), null);
    const before = folded(until.slice(0, -1));
    const after = folded(until)!;
    const [was, is] = [before && fieldsOf(before), fieldsOf(after)];
    const changes = was
      ? keysOf(is)
          .filter((field) => !same(was[field], is[field]))
          .map((field) => ({ field, from: this.named(field, was[field]), to: this.named(field, is[field]) }))
      : [];
    const { id, type, metadata } = event;
    const { at, actor, via, hash } = metadata;
    return { id, event: type, at, by: this.people.ref(actor), via, revision: after.revision, changes, hash };
  }

  private named(field: string, value: unknown): unknown {
    if (field === 'assignedUser') return this.people.ref(value as number | null);
    if (field !== 'members') return value;
    return (value as Project['members']).map(({ userId, ...member }) => ({ user: this.people.ref(userId), ...member }));
  }
}

const boardFieldsOf = ({ assignedUserId, ...board }: Board) => ({
  ...tableOf(['name', 'description', 'deadline', 'section', 'order', 'deleted'] as const, (field) => board[field]),
  assignedUser: assignedUserId,
});
const projectFieldsOf = (project: Project) => ({
  ...tableOf(projectFields, (field) => project[field]),
  members: project.members,
});

const behind = () => new StoreUnavailable('The documents lag behind', 'not-written');
