import { type PositionAnswer, positionRoutes } from '@gos/contract';
import { queryOptions } from '@tanstack/react-query';
import { type BodyOf, request } from '../../lib/request';

export const positionKeys = {
  all: ['positions'],
} as const;

const pageSize = 100;

async function everyPosition(signal: AbortSignal): Promise<readonly PositionAnswer[]> {
  const all: PositionAnswer[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await request(positionRoutes.list, { query: { page, pageSize }, signal });
    all.push(...items);
    if (items.length === 0 || all.length >= total) return all;
  }
}

/** All of them, by name: an installation has few. */
export const positionsQuery = queryOptions({
  queryKey: positionKeys.all,
  queryFn: ({ signal }) => everyPosition(signal),
});

export const createPosition = (body: BodyOf<typeof positionRoutes.create>) => request(positionRoutes.create, { body });
export const editPosition = (id: number, body: BodyOf<typeof positionRoutes.edit>) =>
  request(positionRoutes.edit, { id, body });
export const deletePosition = (id: number) => request(positionRoutes.delete, { id });
