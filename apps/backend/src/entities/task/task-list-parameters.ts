import { taskLists } from '@gos/contract';
import { outcomes, taskStates, taskTypes } from '@gos/domain';
import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { taskListRules } from './task-lists';

const numbers = { required: false, type: Number } as const;
const enums: Readonly<Record<string, readonly string[]>> = { state: taskStates, type: taskTypes, outcome: outcomes };

/** OpenAPI query parameters of a paged collection. */
export const ApiPages = (more: { readonly sort: string; readonly q: string }) =>
  applyDecorators(
    ApiQuery({ name: 'page', ...numbers }),
    ApiQuery({ name: 'pageSize', ...numbers, description: '1 to 100' }),
    ApiQuery({ name: 'sort', required: false, type: String, description: more.sort }),
    ApiQuery({ name: 'q', required: false, type: String, description: more.q }),
  );

/** OpenAPI query parameters of the task lists, derived from `taskListRules`. */
export function ApiTaskList(): MethodDecorator {
  const { sortable, filters } = taskListRules;
  return applyDecorators(
    ApiQuery({ name: 'list', required: false, enum: taskLists, description: 'all unless said otherwise' }),
    ApiPages({
      sort: `${sortable.join(', ')}; with - downwards`,
      q: 'words, by their beginnings and without diacritics',
    }),
    ...Object.keys(filters).map((name) =>
      ApiQuery({ name, required: false, isArray: true, ...(enums[name] ? { enum: enums[name] } : { type: String }) }),
    ),
  );
}
