import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { fetchRepeatedPage, repeatedPageQuery } from '../../../entities/repeated-task/repeated-tasks.api';
import { everyPage } from '../../../entities/task/tasks.api';
import { csvOf, downloadCsv, momentCell } from '../../../lib/csv';
import { preferenceKeys, savePreference } from '../../../lib/preferences';
import { showProblem } from '../../../ui/toast';
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
import { useRepeatedT } from './repeated-texts';
import { ruleText } from './rule-text';

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

/** Every definition that the filters let through, as a file. */
export function useRepeatedExport({ view }: Pick<RepeatedList, 'view'>) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      const asked = { ...repeatedPageOf(view), pageSize: 100 };
      const rows = await everyPage((page) => fetchRepeatedPage({ ...asked, page }));
      const lines = rows.map((row) => [
        row.id,
        row.name,
        row.contractor.name,
        (row.position ?? row.solver)?.name ?? '',
        ruleText(t, locale, row),
        row.active && row.next !== null ? momentCell(row.next) : null,
        t(row.active ? 'task.value.yes' : 'task.value.no'),
      ]);
      const head = [
        t('task.field.id'),
        t('repeated.column.name'),
        t('task.field.contractor'),
        t('repeated.column.who'),
        t('repeated.column.rule'),
        t('repeated.column.next'),
        t('repeated.column.active'),
      ];
      downloadCsv(t('nav.repeated'), csvOf([head, ...lines], locale));
    } catch (error) {
      showProblem(error, t('repeated.failure.list'));
    } finally {
      setBusy(false);
    }
  }
  return { busy, run };
}
