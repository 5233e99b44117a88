import {
  type BoardAcceptAnswer,
  type BoardAnswer,
  boardOperations,
  type CommandAnswer,
  type Page,
} from '@gos/contract';
import { type BoardBodies, type BoardCommand, boardAggregate } from '@gos/domain';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { PlainCommands, type PlainCommandsOf } from '../../http/plain-commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { AcceptBoard } from './accept-board';
import { CreateBoardDto } from './boards.bodies';
import { type BoardQuestions, ReadBoards } from './boards.queries';

const ProjectId = idParam('project.not-found');
const BoardId = idParam('board.not-found');

type Reader = SignedIn['actor'];

@ApiTags('boards')
@Controller()
export class BoardsController
  extends PlainCommands(boardAggregate, boardOperations, { ids: { id: 'board.not-found' } })
  implements Handles<BoardBodies, PlainCommandsOf<typeof boardOperations>>
{
  constructor(
    readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  @Serves(boardOperations.list, 'The boards of a project, by section and then in their order')
  list(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<BoardAnswer>> {
    return this.ask('list', { projectId, raw }, me);
  }

  @Serves(boardOperations.create, 'Create a board at the end of a section')
  create(
    @Param('id', ProjectId) projectId: number,
    @Body() body: CreateBoardDto,
    @CommandRequest() sender: PersonSender,
  ): Promise<CommandAnswer> {
    return this.run(null, { type: 'create', body: { ...body, projectId } }, sender);
  }

  @Serves(boardOperations.detail, 'A board')
  detail(
    @Param('id', BoardId) boardId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<BoardAnswer> {
    return this.ask('detail', { boardId, raw }, me);
  }

  @Serves(boardOperations.accept, 'Accept each fulfilled task of the board that I may accept')
  accept(@Param('id', BoardId) boardId: number, @CommandRequest() sender: PersonSender): Promise<BoardAcceptAnswer> {
    return this.commands.execute(new AcceptBoard(boardId, sender));
  }

  private ask<N extends keyof BoardQuestions>(about: N, question: BoardQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadBoards(about, question, reader));
  }

  private async run(id: number | null, command: BoardCommand, sender: PersonSender): Promise<CommandAnswer> {
    return commandAnswer(await this.commands.execute(new RunCommand(boardAggregate, id, command, sender)));
  }
}
