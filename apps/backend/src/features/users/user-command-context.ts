import {
  type Actor,
  isNameable,
  type Leaving,
  noParts,
  positionAggregate,
  positionStream,
  refuse,
  type User,
  type UserCommand,
  type UserFacts,
  userAggregate,
} from '@gos/domain';
import { Inject } from '@nestjs/common';
import { CommandContextOf } from '../../engine/commands/command-context';
import { type CommandRun, CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Locks } from '../../engine/coordination/locks';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';
import { Vacations } from '../../shared/plan/vacations';
import { LastingAccess } from '../../shared/session/lasting-access';
import { AblePeople } from '../../shared/user/able-people';
import { ActiveAdmins, peopleLock } from '../../shared/user/active-admins';
import { People } from '../../shared/user/people';
import { UserAnswers } from '../../shared/user/user-answers';
import { Erasure } from './erasure';
import { Holdings } from './holdings';

@CommandContextOf(userAggregate)
export class UserCommandContext {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly people: UserAnswers,
    private readonly admins: ActiveAdmins,
    private readonly able: AblePeople,
    private readonly holdings: Holdings,
    private readonly directory: People,
    private readonly erasure: Erasure,
    private readonly access: LastingAccess,
    private readonly vacations: Vacations,
    private readonly locks: Locks,
    @Inject(CONFIG) private readonly config: Pick<Config, 'currency'>,
  ) {}

  affects({ type, body }: UserCommand, id: number | null): readonly number[] {
    const lessens =
      type === 'erase' ||
      (type === 'change' && ('role' in body || 'active' in body || 'positionIds' in body || 'attendance' in body));
    return lessens && id !== null ? [id] : [];
  }

  /**
   * Serialises these commands: "one admin must remain" and "a position that is held stays" are rules over all people, which no
   * single stream can enforce.
   */
  async around(run: () => Promise<CommandRun<User | null>>): Promise<CommandRun<User | null>> {
    const outcome = await this.locks.hold(peopleLock, async () => {
      const done = await run();
      await this.readModels.waitUntilApplied(done.position);
      return done;
    });
    const { id, active, erased } = outcome.state!;
    if (!active) await this.access.endAll(id);
    if (erased) await this.erasure.empty(id);
    return outcome;
  }

  async facts(user: User | null, command: UserCommand, { actor }: PersonSender): Promise<UserFacts> {
    const { body } = command;
    const visible = await this.people.visible(actor);
    if (user === null || (visible !== null && !visible.has(user.id))) throw new Refused(refuse('user.not-found'));
    const positionIds = 'positionIds' in body ? (body.positionIds ?? []) : [];
    const leaving = await this.leaving(user, command, actor);
    return {
      actor,
      otherAdmins: await this.admins.besides(user.id),
      currency: this.config.currency,
      knownPositions: await this.positionsAmong(positionIds),
      ...(leaving && { leaving }),
      ...(command.type === 'erase' && { name: this.directory.name(user.id) }),
      ...(command.type === 'setVacation' && { taken: (await this.vacations.of(user.id, [command.body.year]))[0]! }),
      ...(command.type === 'rename' && { formerNames: await this.formerNames(user.id) }),
    };
  }

  /** Read only where somebody is to leave, or to hand something over. */
  private async leaving(user: User, { type, body }: UserCommand, actor: Actor): Promise<Leaving | null> {
    if (type !== 'change' || actor.role !== 'admin') return null;
    const { role = user.role, active = user.active, handOver = null, heirs } = body;
    const leaves = isNameable(user) && !isNameable({ role, active });
    if (!leaves && handOver === null && heirs === undefined) return null;
    const named = [...(handOver === null ? [] : [handOver]), ...Object.values(heirs ?? {})];
    return {
      managed: await this.holdings.managed(user.id),
      parts: handOver === null ? noParts : await this.holdings.parts(user.id),
      nameable: await this.able.among([...new Set(named)]),
    };
  }

  private async formerNames(userId: number): Promise<number> {
    const record = await this.directory.record(userId);
    return record?.value.formerNames?.length ?? 0;
  }

  private async positionsAmong(ids: readonly number[]): Promise<number[]> {
    const positions = await Promise.all(ids.map((id) => this.runner.load(positionStream(id), positionAggregate)));
    return ids.filter((_, index) => positions[index]?.deleted === false);
  }
}
