import { type ActiveWork, type Page, type WorkEntryAnswer, workOperations } from '@gos/contract';
import { type WorklogBodies, worklogAggregate } from '@gos/domain';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import type { Handles } from '../../http/commands';
import { PlainCommands, type PlainCommandsOf, type PlainRequest, type PlainTarget } from '../../http/plain-commands';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { VisibleWork } from '../../shared/work/visible-work';
import { ReadWork, type WorkQuestions } from './work.queries';

const EntryId = idParam('work.not-found');

type Reader = SignedIn['actor'];

@ApiTags('work')
@Controller()
export class WorkController
  extends PlainCommands(worklogAggregate, workOperations, { ids: { entries: 'work.not-found' } })
  implements Handles<WorklogBodies, 'remind' | 'remindOfDays' | PlainCommandsOf<typeof workOperations>>
{
  constructor(
    readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly visible: VisibleWork,
  ) {
    super();
  }

  @Serves(workOperations.active, 'What I work on now')
  active(@Me() me: Reader): Promise<ActiveWork | null> {
    return this.ask('active', {}, me);
  }

  @Serves(workOperations.list, "Entries of work: one's own, or those of a task, a project or a person that one sees")
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<WorkEntryAnswer>> {
    return this.ask('list', { raw }, me);
  }

  @Serves(workOperations.detail, 'An entry of work')
  detail(
    @Param('id', EntryId) entryId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<WorkEntryAnswer> {
    return this.ask('detail', { entryId, raw }, me);
  }

  /** A command runs on the worklog of the entry's person, of the named person, or one's own. */
  override async targetOf({ ids: { id: entryId }, body }: PlainRequest, { actor }: PersonSender): Promise<PlainTarget> {
    if (entryId === undefined) return { id: 'userId' in body ? Number(body.userId) : actor.id, body };
    // A retry of what deleted it meets the deleted one.
    const { userId } = (await this.visible.get(entryId, actor, { deletedToo: true })).entry;
    return { id: userId, body: { ...body, entryId, userId } };
  }

  private ask<N extends keyof WorkQuestions>(about: N, question: WorkQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadWork(about, question, reader));
  }
}
