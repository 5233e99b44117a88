import { type Position, type PositionCommand, type PositionFacts, positionAggregate } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { CommandContextOf } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Locks } from '../../engine/coordination/locks';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { peopleLock } from '../../shared/user/active-admins';

@CommandContextOf(positionAggregate)
export class PositionCommandContext {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly locks: Locks,
  ) {}

  /** The holders of a position that grants the attendance of others no longer. */
  async affects({ type, body }: PositionCommand, id: number | null): Promise<readonly number[]> {
    if (type !== 'edit' || id === null || body.attendance !== false) return [];
    const holders = await this.readModels.find<UserDocument>(userModel, { 'user.positionIds': id });
    return holders.map(({ user }) => user.id);
  }

  /** Nobody is given a position while it is deleted. */
  around(run: () => Promise<CommandRun<Position | null>>): Promise<CommandRun<Position | null>> {
    return this.locks.hold(peopleLock, run);
  }

  async facts(position: Position | null, _: PositionCommand, { actor }: PersonSender): Promise<PositionFacts> {
    const holders = position
      ? await this.readModels.count<UserDocument>(userModel, { 'user.positionIds': position.id })
      : 0;
    return { actor, holders };
  }
}
