import { type Instant, thingKinds } from '@gos/domain';
import { type ActivityDocument, activityModel, type TaskDocument, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { inParts } from '../../kernel/pieces';
import type { Filter } from '../../stores/read-models/read-models';
import type { Reader } from '../user/user-answers';
import { isSeenBy } from './happenings';

/** Clocks of processes differ: so many events next to a moment are compared for the first or last of them in the log. */
const neighbours = 50;
/** Tasks that a project's activity leaves out by their ids; events of further ones are left out of the page. */
const mostHidden = 2_000;

export const ofAnyKind: Filter = { kind: { $in: [...thingKinds] } };

/** Tasks that are in a project no longer, or deleted. */
export interface GoneTasks {
  /** Those that left the project and that the reader sees elsewhere. */
  readonly left: readonly number[];
  /** Those that the reader may not see now. */
  readonly hidden: readonly number[];
}

/** Finds places in the index of all events: by time, and of tasks that are gone from a project. */
@Injectable()
export class ActivityPlaces {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** Places in the log that enclose a span of time, so that an index by the order of the log serves it. */
  async orderWithin({ from, to }: { readonly from?: Instant; readonly to?: Instant }): Promise<Filter[]> {
    if (from === undefined && to === undefined) return [];
    const [first, last] = await Promise.all([
      from === undefined ? [] : this.near({ $gte: from }, 'asc'),
      to === undefined ? [] : this.near({ $lte: to }, 'desc'),
    ]);
    if ((from !== undefined && first.length === 0) || (to !== undefined && last.length === 0)) return [{ $or: [] }];
    const bounds = { $gte: first[0] ?? '0', ...(last.length > 0 && { $lte: last.at(-1)! }) };
    return [{ order: bounds }];
  }

  async goneFrom(projectId: number, reader: Reader): Promise<GoneTasks> {
    const former = await this.readModels.ids(activityModel, { former: projectId });
    const deleted = await this.readModels.ids(taskModel, { projectId, deleted: true }, { limit: mostHidden });
    const gone = former.flatMap((stream) => (stream.startsWith('task-') ? [stream.slice('task-'.length)] : []));
    const left: number[] = [];
    const hidden: number[] = [];
    for await (const part of inParts([...new Set([...gone, ...deleted])], 200)) {
      const documents = await this.readModels.getMany<TaskDocument>(taskModel, part);
      for (const document of documents.values()) {
        if (!isSeenBy(document, reader)) hidden.push(document.task.id);
        else if (document.projectId !== projectId) left.push(document.task.id);
      }
      if (hidden.length >= mostHidden) break;
    }
    return { left, hidden };
  }

  private async near(at: { readonly $gte: string } | { readonly $lte: string }, direction: 'asc' | 'desc') {
    const found = await this.readModels.find<ActivityDocument>(
      activityModel,
      { ...ofAnyKind, 'event.metadata.at': at },
      { sort: [{ field: 'event.metadata.at', direction }], limit: neighbours },
    );
    return found.map(({ order }) => order).sort();
  }
}
