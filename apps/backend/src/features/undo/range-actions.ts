import { mostInRange, type undoRangeOperations } from '@gos/contract';
import {
  headOf,
  isOfSameCommand,
  type RecordedEvent,
  type Refusal,
  refuse,
  thingKinds,
  undoRefusalOfType,
} from '@gos/domain';
import { type ActivityDocument, activityModel } from '@gos/projections';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CommandHandlerNotFoundException } from '@nestjs/cqrs';
import type { PersonSender } from '../../engine/commands/command-sender';
import { namingDamage } from '../../engine/commands/damaged-streams';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { ParsedListQuery } from '../../http/list-query';
import { turn } from '../../kernel/pieces';
import { Refused } from '../../kernel/refused';
import { EventDamaged, isOutage } from '../../kernel/store-errors';
import { ActivityFilters, type ActivityQuery } from '../../shared/activity/activity-filters';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { inPieces } from '../../stores/event-log/read-in-pieces';
import { type Rehearsal, UndoDecisions } from './undo-decisions';
import { undoableKinds } from './undo-targets';

type RangeQuery = ParsedListQuery<(typeof undoRangeOperations)['preview']['query']>;

/** An action has several events at most; more of them are no range that can be undone. */
const mostEvents = 10 * mostInRange;

/** Searches of auditors and marks of notifications change nothing that could be undone. */
const kinds = thingKinds.filter((kind) => kind !== 'audit' && kind !== 'inbox');

const tooLarge = () => new Refused(refuse('undo.range-too-large', { params: { max: mostInRange } }));

function byStream(entries: readonly ActivityDocument[]): ReadonlyMap<string, readonly ActivityDocument[]> {
  const streams = new Map<string, ActivityDocument[]>();
  for (const entry of entries) {
    const known = streams.get(entry.stream);
    if (known) known.push(entry);
    else streams.set(entry.stream, [entry]);
  }
  return streams;
}

/** An action that follows from another one is undone with it. */
const isConsequence = ({ kind, event }: ActivityDocument) =>
  kind === 'task' && undoRefusalOfType(event.type) === 'undo.consequence';

/** Returns the refusal of one action for an error, so that it does not end the range. */
export function refusalFor(error: unknown, logger: Logger): Refusal {
  if (error instanceof Refused) return error.refusal;
  if (error instanceof EventDamaged) {
    const { stream, revision } = error;
    return refuse('event.damaged', { params: { stream, revision } });
  }
  // While the process starts or ends, no handler takes commands.
  if (isOutage(error) || error instanceof CommandHandlerNotFoundException) throw error;
  logger.error(error);
  return refuse('request.failed');
}

/** Finds the actions of a range, and decides in advance which of them can be undone. */
@Injectable()
export class RangeActions {
  private readonly logger = new Logger('UndoRange');

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly filters: ActivityFilters,
    private readonly decisions: UndoDecisions,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /**
   * The events that represent the actions, newest first.
   * @throws Refused with `undo.range-too-large`
   */
  async of(query: RangeQuery): Promise<readonly ActivityDocument[]> {
    const within = await this.filters.of(query as unknown as ActivityQuery);
    const found = await this.readModels.find<ActivityDocument>(
      activityModel,
      { $and: [within, { kind: { $in: kinds } }] },
      { sort: [{ field: 'order', direction: 'desc' }], limit: mostEvents + 1 },
    );
    if (found.length > mostEvents) throw tooLarge();
    const heads: string[] = [];
    for (const [stream, entries] of byStream(found)) heads.push(...(await this.headsIn(stream, entries)));
    const documents = await this.readModels.getMany<ActivityDocument>(activityModel, heads);
    const actions = [...documents.values()].filter((entry) => !isConsequence(entry));
    if (actions.length > mostInRange) throw tooLarge();
    return actions.sort((a, b) => (a.order < b.order ? 1 : -1));
  }

  /** The refusal of each action, or null, as if the later ones were undone before. */
  async refusals(
    actions: readonly ActivityDocument[],
    actor: PersonSender['actor'],
  ): Promise<ReadonlyMap<string, Refusal | null>> {
    const refusals = new Map<string, Refusal | null>();
    // One stream at a time, so that the events of one are in memory.
    for (const [stream, entries] of byStream(actions)) {
      const rehearsal: Rehearsal = { events: [] };
      if (undoableKinds.includes(entries[0]!.kind))
        for await (const events of inPieces(this.log, stream)) rehearsal.events.push(...events);
      for (const entry of entries) {
        const refused = namingDamage(this.log, () => this.decisions.refusalOf(entry, actor, rehearsal));
        refusals.set(entry.id, await refused.catch((error: unknown) => refusalFor(error, this.logger)));
        await turn();
      }
    }
    return refusals;
  }

  /** The events that represent the commands of these entries of a stream. */
  private async headsIn(stream: string, entries: readonly ActivityDocument[]): Promise<string[]> {
    if (!undoableKinds.includes(entries[0]!.kind)) {
      const byCommand = new Map(entries.map(({ id, event }) => [event.metadata.at, id]));
      return [...byCommand.values()];
    }
    const ids = new Set(entries.map(({ id }) => id));
    const heads: string[] = [];
    let run: RecordedEvent[] = [];
    const end = () => {
      if (run.some(({ id }) => ids.has(id))) heads.push(headOf(run).id);
    };
    for await (const events of inPieces(this.log, stream)) {
      for (const event of events) {
        const last = run.at(-1);
        if (last && isOfSameCommand(last.metadata, event.metadata)) run.push(event);
        else {
          end();
          run = [event];
        }
      }
    }
    end();
    return heads;
  }
}
