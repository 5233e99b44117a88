import {
  type Aggregate,
  boardAggregate,
  dependenciesAggregate,
  type Message,
  plansAggregate,
  projectAggregate,
  projectStream,
  repeatedTaskAggregate,
  taskAggregate,
  thingOf,
  type UndoBody,
  worklogAggregate,
} from '@gos/domain';
import type { ActivityDocument } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';

/** An aggregate as far as undo goes. */
type Undoable = Aggregate<{ readonly undo: UndoBody }, unknown, Message, unknown>;

const undoable = {
  task: taskAggregate,
  board: boardAggregate,
  project: projectAggregate,
  repeatedTask: repeatedTaskAggregate,
  worklog: worklogAggregate,
  plans: plansAggregate,
  dependencies: dependenciesAggregate,
} as unknown as Readonly<Record<string, Undoable>>;

/** The kinds of things whose actions can be undone. */
export const undoableKinds = Object.keys(undoable);

export interface UndoTarget {
  readonly aggregate: Undoable;
  readonly id: number;
  readonly command: { readonly type: 'undo'; readonly body: UndoBody };
}

/** The person who undoes an action: its author, an admin who undoes a range, or somebody who restores a deleted thing. */
export type UndoneBy = 'author' | 'range' | 'restorer';

const lifts: Readonly<Record<UndoneBy, Partial<UndoBody>>> = {
  author: {},
  range: { isOfRange: true },
  restorer: { isRestoring: true },
};

/** The command that undoes the action of an entry. */
@Injectable()
export class UndoTargets {
  constructor(private readonly runner: CommandRunner) {}

  /** Null for a thing whose actions cannot be undone. */
  async of(entry: ActivityDocument, whose: UndoneBy = 'author'): Promise<UndoTarget | null> {
    const { kind, id } = thingOf(entry.stream);
    const aggregate = Object.hasOwn(undoable, kind) ? undoable[kind] : undefined;
    if (aggregate === undefined) return null;
    const streamId = id === '' ? 0 : Number(id);
    const affected = kind === 'project' ? await this.affectedBy(entry, streamId) : [];
    const body = { eventId: entry.id, streamId, affected, ...lifts[whose] };
    return { aggregate, id: streamId, command: { type: 'undo', body } };
  }

  /** The members whose rights the undo may lessen: the one that the event names, or all where an undo is undone. */
  private async affectedBy({ event: { type, data } }: ActivityDocument, projectId: number): Promise<readonly number[]> {
    const { userId } = (data ?? {}) as { readonly userId?: number };
    if (userId !== undefined) return [userId];
    if (type !== 'ActionUndone') return [];
    const project = await this.runner.load(projectStream(projectId), projectAggregate);
    return project?.members.map((member) => member.userId) ?? [];
  }
}
