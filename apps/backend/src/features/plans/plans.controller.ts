import { type Page, type PlanAnswer, planOperations } from '@gos/contract';
import { type PlanBodies, plansAggregate } from '@gos/domain';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import type { Handles } from '../../http/commands';
import { parseQuery } from '../../http/list-query';
import { PlainCommands, type PlainCommandsOf, type PlainRequest, type PlainTarget } from '../../http/plain-commands';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { PlanAnswers } from '../../shared/plan/plan-answers';
import { VisiblePlans } from '../../shared/plan/visible-plans';
import { PlanList } from './plan-list';

const PlanId = idParam('plan.not-found');

type Reader = SignedIn['actor'];

@ApiTags('attendance')
@Controller()
export class PlansController
  extends PlainCommands(plansAggregate, planOperations, { ids: { plans: 'plan.not-found' } })
  implements Handles<PlanBodies, PlainCommandsOf<typeof planOperations>>
{
  constructor(
    readonly commands: CommandBus,
    private readonly plans: PlanList,
    private readonly visible: VisiblePlans,
    private readonly answers: PlanAnswers,
  ) {
    super();
  }

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
    const [answer] = await this.answers.answers([document], me);
    return answer!;
  }

  /** A command runs on the plans of the plan's person, of the named person, or one's own. */
  override async targetOf({ ids: { id: planId }, body }: PlainRequest, { actor }: PersonSender): Promise<PlainTarget> {
    if (planId === undefined) return { id: (body as PlanBodies['add']).userId ?? actor.id, body };
    const { plan } = await this.visible.get(planId, actor, { deletedToo: true });
    return { id: plan.userId, body: { ...body, planId } };
  }
}
