import { type BoardAcceptAnswer, type BoardAnswer, boardOperations, type Page } from '@gos/contract';
import { type BoardBodies, boardAggregate } from '@gos/domain';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import type { Handles } from '../../http/commands';
import { PlainCommands, type PlainCommandsOf, type PlainRequest, type PlainTarget } from '../../http/plain-commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { AcceptBoard } from './accept-board';
import { type BoardQuestions, ReadBoards } from './boards.queries';

const ProjectId = idParam('project.not-found');
const BoardId = idParam('board.not-found');

type Reader = SignedIn['actor'];

@ApiTags('boards')
@Controller()
export class BoardsController
  extends PlainCommands(boardAggregate, boardOperations, {
    ids: { projects: 'project.not-found', boards: 'board.not-found' },
  })
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

  /** A new board belongs to the project of its path. */
  override targetOf({ type, ids: { id }, body }: PlainRequest): PlainTarget {
    return type === 'create' ? { id: null, body: { ...body, projectId: id } } : { id: id!, body };
  }
}
