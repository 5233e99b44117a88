import type { ActivityItem } from '@gos/contract';
import {
  type Actor,
  type Board,
  boardAggregate,
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
import { KeyedMutex } from '../../../kernel/keyed-mutex';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { BoardAnswers } from '../../../shared/board/board-answers';
import { ProjectAnswers } from '../../../shared/project/project-answers';
import { TaskAnswers } from '../../../shared/task/task-answers';
import { TaskHistories } from '../../../shared/task/task-histories';
import { TaskHistoryAnswers } from '../../../shared/task/task-history-answers';
import { People } from '../../../shared/user/people';
import { Deliveries, eventBodyId } from '../../../shared/webhook/deliveries';
import type { Delivery, EventBody } from '../../../shared/webhook/delivery';
import { EVENT_LOG, type EventLog } from '../../../stores/event-log/event-log';
import { inPieces } from '../../../stores/event-log/read-in-pieces';
import { BodiesInFlight } from './bodies-in-flight';
import type { Subject } from './project-events';
import { type Change, StreamStates } from './stream-states';

type Reader = Actor & { readonly id: number };

/** A member with permission to view only, who is a party to nothing. */
const readerOf = (projectId: number): Reader => ({ id: 0, role: 'member', projects: { [projectId]: 'view' } });

type BoardOrProject = Omit<ActivityItem, 'byThen' | 'taskId' | 'class' | 'text'>;

/** Ids of items that the body names and that may be removed later. */
type Named = Pick<EventBody, 'commentId' | 'fileId'>;
const namesNothing: Named = { commentId: null, fileId: null };

interface Made {
  readonly data: object;
  readonly named: Named;
}

/**
 * Bodies of events. A body is the same for all webhooks of a project and for every attempt: one webhook at a time
 * builds it, once, and it is kept as long as its deliveries. It contains the changes of the event, and the changed item
 * as of the time when the body was built.
 */
@Injectable()
export class EventBodies {
  private readonly inFlight = new BodiesInFlight();
  private readonly making = new KeyedMutex();
  private readonly states: StreamStates;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly readModels: ActiveReadModels,
    private readonly histories: TaskHistories,
    private readonly tasks: TaskAnswers,
    private readonly told: TaskHistoryAnswers,
    private readonly boards: BoardAnswers,
    private readonly projects: ProjectAnswers,
    private readonly people: People,
    private readonly deliveries: Deliveries,
  ) {
    this.states = new StreamStates(log);
  }

  /**
   * Calls `send` with the body; with null when the project's members may no longer see it.
   * @throws StoreUnavailable while the documents lag behind, and while too many long bodies are being sent
   */
  async use<T>(delivery: Delivery, projectId: number, send: (body: Buffer | null) => Promise<T>): Promise<T> {
    const key = eventBodyId(projectId, delivery.sending!.eventId!);
    return this.inFlight.use(projectId, key, () => this.bodyOf(key, delivery, projectId), send);
  }

  private async bodyOf(key: string, delivery: Delivery, projectId: number): Promise<Buffer | null> {
    await this.readModels.waitUntilApplied(delivery.sending!.position);
    const kept = await this.making.run(String(projectId), async () => {
      const known = await this.deliveries.eventBody(key);
      return known ?? this.made(key, delivery, projectId);
    });
    if (kept === null || !(await this.isSeen(delivery, projectId, kept))) return null;
    return Buffer.from(kept.body);
  }

  private async made(key: string, { type, at, sending }: Delivery, projectId: number): Promise<EventBody | null> {
    const [kind, id] = sending!.lane.split('-') as [Subject['kind'], string];
    const made =
      kind === 'task'
        ? await this.ofTask(Number(id), sending!.eventId!, projectId)
        : await this.ofOther(kind, id, sending!, projectId);
    if (made === null) return null;
    const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data: made.data });
    return this.deliveries.keepEventBody(key, { body, ...made.named });
  }

  /** Whether the project's members may still see the contents of the body. */
  private async isSeen({ sending }: Delivery, projectId: number, { commentId, fileId }: EventBody): Promise<boolean> {
    const [kind, id] = sending!.lane.split('-') as [Subject['kind'], string];
    if (kind === 'project') return true;
    if (kind === 'board') {
      return (await this.readModels.get<BoardDocument>(boardModel, id))?.projectId === projectId;
    }
    const [listed] = await this.readModels.find(taskModel, { id }, { limit: 1 });
    if (listed?.projectId !== projectId) return false;
    if (commentId === null && fileId === null) return true;
    const { task } = (await this.readModels.get<TaskDocument>(taskModel, id)) ?? {};
    const isRemoved =
      task?.comments.removed.includes(commentId ?? 0) ||
      task?.files.some((file) => file.fileId === fileId && file.deleted);
    return !isRemoved;
  }

  private async ofTask(taskId: number, eventId: string, projectId: number): Promise<Made | null> {
    const document = await this.readModels.get<TaskDocument>(taskModel, taskId);
    if (!document) throw behind();
    if (document.projectId !== projectId) return null;
    const reader = readerOf(projectId);
    const entry = await this.readModels.get<TaskActivityDocument>(taskActivityModel, eventId);
    if (!entry) throw behind();
    const steps = await this.histories.steps(taskId, [entry]);
    const [[activity], [task]] = await Promise.all([
      this.told.history(steps, document.task, reader),
      this.tasks.rows([document], reader),
    ]);
    // A member who may only view gets no event that concerns money alone.
    return activity
      ? { data: { activity, task }, named: activity.text === null ? namesNothing : namedIn(steps[0]!.item.event.data) }
      : null;
  }

  private async ofOther(
    kind: 'board' | 'project',
    id: string,
    sending: NonNullable<Delivery['sending']>,
    projectId: number,
  ): Promise<Made | null> {
    const event = await this.findEvent(sending);
    if (event === null) throw behind();
    if (kind === 'board') {
      const document = await this.readModels.get<BoardDocument>(boardModel, id);
      if (!document) throw behind();
      if (document.projectId !== projectId) return null;
      const [board] = await this.boards.docs([document]);
      const change = await this.states.changeBy(event, boardAggregate.evolve);
      return { data: { activity: this.item(event, change, boardFieldsOf), board }, named: namesNothing };
    }
    const document = await this.readModels.get<ProjectDocument>(projectModel, id);
    if (!document) throw behind();
    const { can: _, ...project } = this.projects.answer(document, readerOf(projectId));
    const change = await this.states.changeBy(event, projectAggregate.evolve);
    return { data: { activity: this.item(event, change, projectFieldsOf), project }, named: namesNothing };
  }

  /** The event of a delivery; it has another position after the installation was moved. */
  async findEvent({ stream, eventId, position }: NonNullable<Delivery['sending']>): Promise<RecordedEvent | null> {
    const event = await this.log.at(position);
    if (event?.id === eventId) return event;
    for await (const events of inPieces(this.log, stream!)) {
      const found = events.find(({ id }) => id === eventId);
      if (found) return found;
    }
    return null;
  }

  /** The event with its changes, each with the previous value. */
  private item<State extends { readonly revision: number }>(
    event: RecordedEvent,
    { before, after }: Change<State>,
    fieldsOf: (state: State) => Readonly<Record<string, unknown>>,
  ): BoardOrProject {
    if (after === null) throw behind();
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

/** The comment or the file whose text or name the event of a task contains. */
function namedIn(data: object): Named {
  const given: {
    commentId?: number;
    fileId?: number;
    comment?: { commentId: number } | null;
    reservation?: string | null;
  } = data;
  const commentId = given.commentId ?? (given.reservation ? null : given.comment?.commentId);
  return { commentId: commentId ?? null, fileId: given.fileId ?? null };
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
