import { taskStates } from '@gos/domain';
import type { TaskGraphAnswer } from '@gos/projections';
import { Controller, Get, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiOkResponse, ApiOperation, ApiTags, type SchemaObject } from '@nestjs/swagger';
import { Me, type SignedIn } from '../../http/request-context';
import { addressId } from '../../http/validation';
import { graphLimit, ReadTaskGraph } from './task-graph.query';

const TaskId = addressId('task.not-found');

const integer: SchemaObject = { type: 'integer' };
const person: SchemaObject = {
  type: 'object',
  nullable: true,
  properties: { id: integer, name: { type: 'string' } },
  required: ['id', 'name'],
};
const node: SchemaObject = {
  type: 'object',
  properties: {
    id: integer,
    name: { type: 'string', nullable: true, description: 'null for whom it is hidden, and so is all that follows' },
    state: { type: 'string', enum: [...taskStates], nullable: true },
    solver: person,
    waiting: { type: 'boolean' },
    deadline: { type: 'string', format: 'date-time', nullable: true },
    parentId: { ...integer, nullable: true, description: 'null of a predecessor that is no subtask in this network' },
    can: {
      type: 'object',
      nullable: true,
      properties: { predecessors: { oneOf: [{ type: 'boolean' }, { type: 'string' }] } },
      required: ['predecessors'],
    },
  },
  required: ['id', 'name', 'state', 'solver', 'waiting', 'deadline', 'parentId', 'can'],
};
const edge: SchemaObject = {
  type: 'object',
  properties: {
    from: { ...integer, description: 'The predecessor' },
    to: { ...integer, description: 'The task that waits for it' },
  },
  required: ['from', 'to'],
};
const graph: SchemaObject = {
  type: 'object',
  properties: {
    nodes: { type: 'array', items: node },
    edges: { type: 'array', items: edge },
    more: { type: 'boolean', description: `There are more than the ${graphLimit} subtasks that are answered` },
  },
  required: ['nodes', 'edges', 'more'],
};

@ApiTags('tasks')
@Controller('tasks')
export class TaskGraphController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':id/graph')
  @ApiOkResponse({ schema: graph })
  @ApiOperation({ summary: 'The network of the task: subtasks of every depth, and what they wait for' })
  graph(@Param('id', TaskId) taskId: number, @Me() me: SignedIn['actor']): Promise<TaskGraphAnswer> {
    return this.queries.execute(new ReadTaskGraph(taskId, me));
  }
}
