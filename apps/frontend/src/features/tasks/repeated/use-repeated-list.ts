import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { repeatedPageQuery } from '../../../entities/repeated-task/repeated-tasks.api';
import { preferenceKeys, savePreference } from '../../../lib/preferences';
import { usePages } from '../../../ui/use-pages';
import {
  preferenceIn,
  type RepeatedPreference,
  repeatedPageOf,
  repeatedPageSize,
  repeatedPreferenceName,
  repeatedPreferenceQuery,
  validateRepeatedSearch,
  viewIn,
} from './repeated-search';

/** The list that the address and what is remembered ask for. */
export function useRepeatedList() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useSearch({ strict: false, select: (all) => validateRepeatedSearch(all as Record<string, unknown>) });
  const { data: remembered } = useSuspenseQuery(repeatedPreferenceQuery);
  const view = viewIn(remembered, search);
  const answer = useQuery(repeatedPageQuery(repeatedPageOf(view)));
  const total = answer.data?.total;
  const pages = usePages(view.page, repeatedPageSize, answer);

  const go = (next: object, replace = true) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, page: undefined, ...next }), replace });

  /** Filters and order: remembered, and begun again at the first page. */
  function change(part: RepeatedPreference) {
    const { whose, show, repeat, sort } = { ...view, ...part };
    const next = preferenceIn({ whose, show, repeat, sort });
    client.setQueryData(preferenceKeys.of(repeatedPreferenceName), next);
    savePreference(repeatedPreferenceName, next);
    go(part);
  }

  return {
    view,
    answer,
    total,
    pages,
    change,
    setPage: (page: number) => go({ page: page > 1 ? page : undefined }, false),
    setText: (q: string) => go({ q: q === '' ? undefined : q }),
    /** All filters but whose they are. */
    clear() {
      change({ show: 'all', repeat: [] });
      go({ q: undefined, show: 'all', repeat: undefined });
    },
  };
}

export type RepeatedList = ReturnType<typeof useRepeatedList>;
