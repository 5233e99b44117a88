import { type ActiveWork, type CommandAnswer, type Page, type WorkEntryAnswer, workOperations } from '@gos/contract';
import { type WorklogBodies, type WorklogCommand, worklogAggregate } from '@gos/domain';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { VisibleWork } from '../../shared/work/visible-work';
import { AddTimeDto, ChangeTimeDto, CloseMonthDto, ReopenMonthDto, StartWorkDto } from './work.bodies';
import { ReadWork, type WorkQuestions } from './work.queries';

const EntryId = idParam('work.not-found');

type Reader = SignedIn['actor'];

@ApiTags('work')
@Controller()
export class WorkController implements Handles<WorklogBodies, 'remind'> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly visible: VisibleWork,
  ) {}

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

  @Serves(workOperations.start, 'Start working on a task; what runs ends at the same instant')
  start(@Body() body: StartWorkDto, @CommandRequest() sender: PersonSender) {
    return this.run(sender.actor.id, { type: 'start', body }, sender);
  }

  @Serves(workOperations.stop, 'Stop what runs')
  stop(@CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    return this.run(sender.actor.id, { type: 'stop', body: {} }, sender);
  }

  @Serves(workOperations.add, 'Add time by hand')
  add(@Body() body: AddTimeDto, @CommandRequest() sender: PersonSender) {
    return this.run(sender.actor.id, { type: 'add', body }, sender);
  }

  @Serves(workOperations.change, 'Correct an entry; with `to` alone, say when forgotten work ended')
  async change(
    @Param('id', EntryId) entryId: number,
    @Body() body: ChangeTimeDto,
    @CommandRequest() sender: PersonSender,
  ): Promise<CommandAnswer> {
    const userId = await this.workerOf(entryId, sender);
    return this.run(userId, { type: 'change', body: { ...body, entryId, userId } }, sender);
  }

  @Serves(workOperations.remove, 'Delete an entry')
  async remove(@Param('id', EntryId) entryId: number, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    const userId = await this.workerOf(entryId, sender);
    return this.run(userId, { type: 'remove', body: { entryId, userId } }, sender);
  }

  @Serves(workOperations.restore, 'Bring a deleted entry back')
  async restore(@Param('id', EntryId) entryId: number, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    const userId = await this.workerOf(entryId, sender);
    return this.run(userId, { type: 'restore', body: { entryId, userId } }, sender);
  }

  @Serves(workOperations.closeMonth, "Close a person's month: then only admins correct it")
  closeMonth(@Body() body: CloseMonthDto, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    return this.run(body.userId, { type: 'closeMonth', body }, sender);
  }

  @Serves(workOperations.reopenMonth, "Open a person's closed month again")
  reopenMonth(@Body() body: ReopenMonthDto, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    return this.run(body.userId, { type: 'reopenMonth', body }, sender);
  }

  /** A retry of what deleted it meets the deleted one. */
  private async workerOf(entryId: number, { actor }: PersonSender): Promise<number> {
    return (await this.visible.get(entryId, actor, { deletedToo: true })).entry.userId;
  }

  private ask<N extends keyof WorkQuestions>(about: N, question: WorkQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadWork(about, question, reader));
  }

  private async run(userId: number, command: WorklogCommand, sender: PersonSender): Promise<CommandAnswer> {
    return commandAnswer(await this.commands.execute(new RunCommand(worklogAggregate, userId, command, sender)));
  }
}
