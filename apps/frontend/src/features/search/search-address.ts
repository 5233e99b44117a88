import { type SearchModel, searchModels } from '@gos/contract';
import { type TaskState, taskStates } from '@gos/domain';
import { pageNumber } from '../../lib/page-number';

/** Search parameters of the search; invalid parameters are ignored. */
export interface SearchAddress {
  readonly q?: string;
  readonly kind?: SearchModel;
  readonly state?: readonly TaskState[];
  readonly project?: number;
  readonly person?: number;
  readonly page?: number;
}

const maxText = 200;

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function statesOf(value: unknown): readonly TaskState[] | undefined {
  const given = [value].flat();
  const states = taskStates.filter((state) => given.includes(state));
  return states.length > 0 ? states : undefined;
}

export function validateSearchAddress(search: Record<string, unknown>): SearchAddress {
  const { q } = search;
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim().slice(0, maxText) : '';
  return {
    q: text === '' ? undefined : text,
    kind: searchModels.find((kind) => kind === search.kind),
    state: statesOf(search.state),
    project: numberOf(search.project),
    person: numberOf(search.person),
    page: pageNumber(search.page),
  };
}
