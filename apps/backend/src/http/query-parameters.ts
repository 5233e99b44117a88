import type { ListQuery, Query } from '@gos/contract';
import { ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';

const number = { required: false, type: Number } as const;

function ofList({ sort, words, filters, descriptions = {} }: ListQuery): ApiQueryOptions[] {
  const schema = { type: 'string' as const };
  const described = (name: string, description: string) => ({ name, required: false, description, schema });
  return [
    { name: 'page', ...number },
    { name: 'pageSize', ...number, description: descriptions.pageSize },
    ...(sort.length > 0 ? [described('sort', descriptions.sort ?? `${sort.join(', ')}; with - downwards`)] : []),
    ...(words === null ? [] : [described('q', words)]),
    ...ofOwn({ own: filters }),
  ];
}

const ofOwn = ({ own = {} }: Pick<Query, 'own'>): ApiQueryOptions[] =>
  Object.entries(own).map(([name, { schema, required, description }]) => ({ name, required, description, schema }));

/** The decorators that describe the query parameters of an operation in OpenAPI. */
export const apiQueries = (query: Query): MethodDecorator[] =>
  [...ofOwn(query), ...('sort' in query ? ofList(query) : [])].map((options) => ApiQuery(options));
