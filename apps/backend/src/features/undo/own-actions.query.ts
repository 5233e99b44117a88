import type { OwnAction } from '@gos/contract';
import { type ActivityDocument, activityModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { namingDamage } from '../../engine/commands/damaged-streams';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { pageBytes } from '../../http/cut-page';
import type { SignedIn } from '../../http/request-context';
import { turn } from '../../kernel/pieces';
import { EventDamaged } from '../../kernel/store-errors';
import { Happenings } from '../../shared/activity/happenings';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { isHidden, UndoDecisions } from './undo-decisions';
import { undoableKinds } from './undo-targets';

type Reader = SignedIn['actor'];

/** The most actions answered, and how many of the last events are examined. */
export const maxActions = 20;
const looked = 100;

const latestFirst = [
  { field: 'event.metadata.at', direction: 'desc' },
  { field: 'order', direction: 'desc' },
] as const;

export class ReadOwnActions extends Query<readonly OwnAction[]> {
  constructor(readonly reader: Reader) {
    super();
  }
}

/** The entry that represents each command: the undo itself, or the first event. All events of a command have the same instant. */
function headsOf(latest: readonly ActivityDocument[]): ActivityDocument[] {
  const heads = new Map<string, ActivityDocument>();
  for (const entry of latest) {
    const command = `${entry.stream} ${entry.event.metadata.at}`;
    if (heads.get(command)?.event.type !== 'ActionUndone') heads.set(command, entry);
  }
  return [...heads.values()];
}

/** Nothing of a thing with a damaged event can be undone. */
function unlessDamaged(error: unknown): null {
  if (error instanceof EventDamaged) return null;
  throw error;
}

/** Returns the reader's last actions on things that they see, each with the reason where it cannot be undone. */
@QueryHandler(ReadOwnActions)
@Injectable()
export class ReadOwnActionsHandler implements IQueryHandler<ReadOwnActions> {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly decisions: UndoDecisions,
    private readonly happenings: Happenings,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  async execute({ reader }: ReadOwnActions): Promise<readonly OwnAction[]> {
    const latest = await this.readModels.find<ActivityDocument>(
      activityModel,
      { 'event.metadata.actor': reader.id, kind: { $in: undoableKinds } },
      { sort: latestFirst, limit: looked },
    );
    const actions: OwnAction[] = [];
    const budget = new ByteBudget(pageBytes);
    for (const entry of headsOf(latest)) {
      const action = await namingDamage(this.log, () => this.actionOf(entry, reader)).catch(unlessDamaged);
      if (action === null) continue;
      actions.push(action);
      budget.spend(sizeOf(action));
      if (budget.isSpent || actions.length === maxActions) break;
      await turn();
    }
    return actions;
  }

  /** Null where the reader does not see the thing any more, or not this part of it. */
  private async actionOf(entry: ActivityDocument, reader: Reader): Promise<OwnAction | null> {
    const refusal = await this.decisions.refusalOf(entry, reader);
    if (refusal !== null && isHidden(refusal)) return null;
    const [action] = await this.happenings.of([entry], reader);
    return action ? { action, refused: refusal?.refused ?? null } : null;
  }
}
