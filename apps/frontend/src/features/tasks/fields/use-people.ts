import { foldText, foldWords } from '@gos/domain';
import type { PersonRef } from '@gos/projections';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { peopleQuery } from '../tasks.api';

/** Every word that was typed begins some word of the name, whatever the diacritics and the order. */
export function matchesName(name: string, search: string): boolean {
  const words = foldWords(name);
  return foldWords(search).every((part) => words.some((word) => word.startsWith(part)));
}

interface FoundPeople {
  readonly people: readonly PersonRef[];
  readonly loading: boolean;
}

/** Where everybody fits in one answer, names are found without asking again. */
export function usePeople(search: string, enabled = true): FoundPeople {
  const [asked] = useDebouncedValue(foldText(search).trim(), 150);
  const everybody = useQuery({ ...peopleQuery(''), enabled });
  const complete = everybody.data !== undefined && everybody.data.total <= everybody.data.items.length;
  const found = useQuery({ ...peopleQuery(asked), enabled: enabled && !complete && asked !== '' });
  const source = complete || asked === '' ? everybody : found;
  const people = (source.data?.items ?? []).filter(({ active, name }) => active && matchesName(name, search));
  return { people: people.map(({ id, name }) => ({ id, name })), loading: source.isPending };
}
