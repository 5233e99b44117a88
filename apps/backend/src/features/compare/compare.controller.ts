import { type Comparison, compareOperations } from '@gos/contract';
import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { comparedOf } from '../../shared/compare/differences';
import { Comparisons } from './comparisons';

type Reader = SignedIn['actor'];
const TaskId = idParam('task.not-found');
const ProjectId = idParam('project.not-found');
const BoardId = idParam('board.not-found');

@ApiTags('compare')
@Controller()
export class CompareController {
  constructor(private readonly comparisons: Comparisons) {}

  @Serves(compareOperations.task, 'Two moments of a task, also from before its creation')
  async task(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Comparison> {
    const compared = comparedOf(parseQuery(raw, compareOperations.task.query));
    return this.comparisons.task(taskId, compared, me);
  }

  @Serves(compareOperations.project, 'Two moments of a project with its boards, members, contracts and tasks')
  async project(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Comparison> {
    const compared = comparedOf(parseQuery(raw, compareOperations.project.query));
    return this.comparisons.project(projectId, compared, me);
  }

  @Serves(compareOperations.board, 'Two moments of a board with its tasks')
  async board(
    @Param('id', BoardId) boardId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Comparison> {
    const compared = comparedOf(parseQuery(raw, compareOperations.board.query));
    return this.comparisons.board(boardId, compared, me);
  }
}
