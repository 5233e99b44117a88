import { comparePositions } from '@gos/domain';
import { type TaskActivityDocument, type TaskDocument, taskActivityModel, taskModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { StoreUnavailable } from '../../kernel/store-errors';
import { ActiveReadModels } from '../projections/active-read-models';

/** The state of a stream up to one of its events, as a document keeps it. */
export interface FoldedState {
  readonly state: unknown;
  /** of the stream's last event in it */
  readonly revision: number;
  /** of that event: the log proves it */
  readonly hash: string;
}

/** Where commands begin whose stream is not in memory, so that they need not read all of it. */
export interface Snapshots {
  /** null: no document keeps it, or not yet everything that `positionOf` has to know */
  of(stream: string): Promise<FoldedState | null>;
  /** The position of an event that is in the state which `of` gave; undefined when the stream has no such event. */
  positionOf(stream: string, eventId: string): Promise<string | undefined>;
}

export const SNAPSHOTS = Symbol('Snapshots');

/** Every stream is read from its beginning. */
export const noSnapshots: Snapshots = { of: async () => null, positionOf: async () => undefined };

/** Snapshots of the streams of tasks, which have thousands of long events when a task has many comments. */
@Injectable()
export class TaskSnapshots implements Snapshots {
  constructor(private readonly readModels: ActiveReadModels) {}

  async of(stream: string): Promise<FoldedState | null> {
    const [, id] = /^task-(\d+)$/.exec(stream) ?? [];
    if (id === undefined || !this.readModels.isOpen) return null;
    try {
      const document = await this.readModels.get<TaskDocument & { readonly position?: string }>(taskModel, id);
      const { applied } = this.readModels;
      // The history's index, which knows the ids of the events, is written in the same batch, on servers a moment later.
      if (!document?.position || applied === null || comparePositions(document.position, applied) > 0) return null;
      return { state: document.task, ...document.upTo };
    } catch (error) {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    }
  }

  async positionOf(stream: string, eventId: string): Promise<string | undefined> {
    const found = await this.readModels.get<TaskActivityDocument>(taskActivityModel, eventId);
    return found?.stream === stream ? String(BigInt(found.order)) : undefined;
  }
}
