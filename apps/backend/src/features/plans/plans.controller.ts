import { type CommandAnswer, type Page, type PlanAnswer, planOperations } from '@gos/contract';
import { type PlanBodies, type PlanCommand, plansAggregate } from '@gos/domain';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { parseQuery } from '../../http/list-query';
import { CommandRequest, CommandRequestOf, type ContextOf, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { PlanAnswers } from '../../shared/plan/plan-answers';
import { VisiblePlans } from '../../shared/plan/visible-plans';
import { PlanList } from './plan-list';
import { AddPlanDto, ChangePlanDto, UndeletePlanDto } from './plans.bodies';

const PlanId = idParam('plan.not-found');

type Reader = SignedIn['actor'];

@ApiTags('attendance')
@Controller()
export class PlansController implements Handles<PlanBodies> {
  constructor(
    private readonly commands: CommandBus,
    private readonly plans: PlanList,
    private readonly visible: VisiblePlans,
    private readonly answers: PlanAnswers,
  ) {}

  @Serves(planOperations.list, 'Plans, by day and time; a collaborator sees their own')
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<PlanAnswer>> {
    return this.plans.page(raw, me);
  }

  @Serves(planOperations.detail, 'A plan')
  async detail(
    @Param('id', PlanId) planId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<PlanAnswer> {
    const { deleted } = parseQuery(raw, planOperations.detail.query);
    const document = await this.visible.get(planId, me, { deletedToo: deleted === true });
    const [answer] = await this.answers.answers([document]);
    return answer!;
  }

  @Serves(planOperations.add, 'Plan days of mine; an admin those of anybody')
  add(@Body() body: AddPlanDto, @CommandRequest() sender: PersonSender) {
    return this.run(body.userId ?? sender.actor.id, { type: 'add', body }, sender);
  }

  @Serves(planOperations.change, 'Change a plan from today on, or one day of a repeat')
  async change(
    @Param('id', PlanId) planId: number,
    @Body() body: ChangePlanDto,
    @CommandRequest() sender: PersonSender,
  ) {
    const { plan } = await this.visible.get(planId, sender.actor, { deletedToo: true });
    return this.run(plan.userId, { type: 'change', body: { ...body, planId } }, sender);
  }

  @Serves(planOperations.remove, 'Remove a plan from today on, or one day of a repeat')
  async remove(
    @Param('id', PlanId) planId: number,
    @Query() raw: Record<string, unknown>,
    @CommandRequestOf() contextOf: ContextOf,
  ) {
    const query = parseQuery(raw, planOperations.remove.query);
    const sender = contextOf(query);
    const { plan } = await this.visible.get(planId, sender.actor, { deletedToo: true });
    return this.run(plan.userId, { type: 'remove', body: { ...query, planId } }, sender);
  }

  @Serves(planOperations.undelete, 'Bring back what was removed, as far as it is still ahead')
  async undelete(
    @Param('id', PlanId) planId: number,
    @Body() body: UndeletePlanDto,
    @CommandRequest() sender: PersonSender,
  ) {
    const { plan } = await this.visible.get(planId, sender.actor, { deletedToo: true });
    return this.run(plan.userId, { type: 'undelete', body: { ...body, planId } }, sender);
  }

  private async run(userId: number, command: PlanCommand, sender: PersonSender): Promise<CommandAnswer> {
    return commandAnswer(await this.commands.execute(new RunCommand(plansAggregate, userId, command, sender)));
  }
}
