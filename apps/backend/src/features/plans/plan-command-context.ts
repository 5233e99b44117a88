import {
  isRefusal,
  keepsAttendance,
  lastClosedDayOf,
  localDay,
  type PlanCommand,
  type PlanFacts,
  type Plans,
  plansAggregate,
  plansStream,
  plansUndoing,
  userAggregate,
  userStream,
  worklogAggregate,
  worklogStream,
} from '@gos/domain';
import { type PositionDocument, positionModel, type UserDocument, userModel } from '@gos/projections';
import { Inject } from '@nestjs/common';
import { type Answered, CommandContextOf } from '../../engine/commands/command-context';
import { type CommandRun, CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { IdSequences } from '../../engine/commands/id-sequences';
import { UndoScans } from '../../engine/commands/undo-scans';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { InstallationSettings } from '../../shared/installation/settings';
import { NameablePeople } from '../../shared/user/nameable-people';

/** Loads what commands on plans need: whose they are, their positions, today, what a weekend is, the number of a new plan. */
@CommandContextOf(plansAggregate)
export class PlanCommandContext {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
    private readonly people: NameablePeople,
    private readonly settings: InstallationSettings,
    private readonly sequences: IdSequences,
    private readonly clock: Clock,
    private readonly scans: UndoScans,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  async facts(state: Plans | null, command: PlanCommand, sender: PersonSender): Promise<PlanFacts> {
    const { actor } = sender;
    const { type } = command;
    const userId = ownerOf(state ?? {}, command) ?? actor.id;
    const user = await this.runner.load(userStream(userId), userAggregate);
    const facts: PlanFacts = {
      actor,
      userId,
      plannable: (await this.people.of([userId], actor)).length > 0,
      positionIds: user?.positionIds ?? [],
      today: localDay(this.clock.now(), this.config.timeZone),
      workingDays: this.settings.now.workingDays,
      breaks: this.settings.now,
      needsApproval: this.settings.now.absencesNeedApproval,
      keepers: await this.keepers(),
      closed: type === 'approve' ? await this.closedDays(userId) : [],
      newId: 1,
      moreIds: [],
      ...(command.type === 'undo' && {
        undo: await this.scans.of(plansUndoing, plansStream(userId), command.body),
      }),
    };
    if (command.type === 'undo') return facts;
    const decided = plansAggregate.decide(state, command, facts, userId);
    const made = isRefusal(decided) ? 0 : decided.filter((event) => event.type === 'PlanAdded').length;
    if (made === 0) return facts;
    return {
      ...facts,
      newId: await this.sequences.of('plan', sender),
      moreIds: await this.sequences.several('plan', made - 1, sender),
    };
  }

  /** The active people who approve days off. */
  private async keepers(): Promise<number[]> {
    if (!this.settings.now.absencesNeedApproval) return [];
    const [users, positions] = await Promise.all([
      this.readModels.find<UserDocument>(userModel, { 'user.active': true }),
      this.readModels.find<PositionDocument>(positionModel, {}),
    ]);
    const granting = new Set(positions.flatMap(({ state }) => (state.attendance && !state.deleted ? state.id : [])));
    const isGranted = ({ attendance, positionIds }: UserDocument['user']) =>
      attendance || positionIds.some((id) => granting.has(id));
    return users.flatMap(({ user }) =>
      keepsAttendance({ role: user.role, attendance: isGranted(user) }) ? user.id : [],
    );
  }

  private async closedDays(userId: number): Promise<PlanFacts['closed']> {
    const worklog = await this.runner.load(worklogStream(userId), worklogAggregate);
    return (worklog?.closed ?? []).map((span) => ({
      from: `${span.month}-01`,
      to: lastClosedDayOf(span, this.config.timeZone),
    }));
  }

  /** A command on a plan answers the plan's number and revision. */
  async answers({ state, events }: CommandRun<Plans | null>, { type, body }: PlanCommand): Promise<Answered> {
    const isNamed = type !== 'add' && type !== 'undo';
    const id = isNamed ? body.planId : (events[0]!.data as { readonly planId: number }).planId;
    return { id, revision: state![id]!.revision };
  }
}

const ownerOf = (plans: Plans, { type, body }: PlanCommand): number | undefined =>
  type === 'add' ? body.userId : type === 'undo' ? body.streamId : plans[body.planId]?.userId;
