import { type TaskGraphAnswer, taskGraph } from '@gos/contract';
import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Me, type SignedIn } from '../../http/request-context';
import { addressId } from '../../http/validation';
import { ReadTaskGraph } from './task-graph.query';

const TaskId = addressId('task.not-found');

@ApiTags('tasks')
@Controller('tasks')
export class TaskGraphController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id/graph')
  @ApiOkResponse({ schema: taskGraph.schema })
  @ApiOperation({ summary: 'The network of the task: subtasks of every depth, and what they wait for' })
  graph(@Param('id', TaskId) taskId: number, @Me() me: SignedIn['actor']): Promise<TaskGraphAnswer> {
    return this.queries.execute(new ReadTaskGraph(taskId, me));
  }
}
