import { type TaskGraphAnswer, taskOperations } from '@gos/contract';
import { Controller, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { parseQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { ReadTaskGraph } from './task-graph.query';

const TaskId = idParam('task.not-found');

@ApiTags('tasks')
@Controller()
export class TaskGraphController {
  constructor(private readonly queries: QueryBus) {}

  @Serves(taskOperations.graph, 'The network of the task: subtasks of every depth, and what they wait for')
  graph(
    @Param('id', TaskId) taskId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<TaskGraphAnswer> {
    const { deleted = false } = parseQuery(raw, taskOperations.graph.query);
    return this.queries.execute(new ReadTaskGraph(taskId, me, deleted));
  }
}
