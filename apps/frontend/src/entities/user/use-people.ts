import type { PersonRef } from '@gos/contract';
import { foldText, foldWords } from '@gos/domain';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useRecent } from './recent';
import { peopleQuery, personQuery } from './users.api';

/** Every word that was typed begins some word of the name, whatever the diacritics and the order. */
export function matchesName(name: string, search: string): boolean {
  const words = foldWords(name);
  return foldWords(search).every((part) => words.some((word) => word.startsWith(part)));
}

export const isPersonRef = (value: unknown): value is PersonRef =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as PersonRef).id === 'number' &&
  typeof (value as PersonRef).name === 'string';
const samePerson = (a: PersonRef, b: PersonRef) => a.id === b.id;

/** The names of these people, by their ids as texts; without those that are not loaded or that the reader does not see. */
export function useNamesOfPeople(ids: readonly string[]): ReadonlyMap<string, string> {
  const answers = useQueries({ queries: ids.filter((id) => id !== 'none').map((id) => personQuery(Number(id))) });
  return new Map(answers.flatMap(({ data }) => (data ? [[String(data.id), data.name] as const] : [])));
}

interface FoundPeople {
  /** Those chosen last come first. */
  readonly people: readonly PersonRef[];
  readonly loading: boolean;
  /** How many of them were chosen last. */
  readonly recently: number;
  readonly remember: (person: PersonRef) => void;
}

/** Searches names in the browser if the first answer is complete; otherwise each search is a request. */
export function usePeople(search: string, enabled = true): FoundPeople {
  const [asked] = useDebouncedValue(foldText(search).trim(), 150);
  const everybody = useQuery({ ...peopleQuery(''), enabled });
  const complete = everybody.data !== undefined && everybody.data.total <= everybody.data.items.length;
  const found = useQuery({ ...peopleQuery(asked), enabled: enabled && !complete && asked !== '' });
  const { recent, remember } = useRecent('people', isPersonRef, samePerson);
  const source = complete || asked === '' ? everybody : found;
  const people = (source.data?.items ?? [])
    .filter(({ active, name }) => active && matchesName(name, search))
    .map(({ id, name }): PersonRef => ({ id, name }));
  const named = new Map(people.map((person) => [person.id, person]));
  // Fetch recent people missing in an incomplete answer one by one, so that only active ones are offered.
  const others = complete || everybody.data === undefined ? [] : recent.filter(({ id }) => !named.has(id));
  const answers = useQueries({ queries: others.map(({ id }) => ({ ...personQuery(id), enabled })) });
  for (const { data: person } of answers) {
    if (person?.active && matchesName(person.name, search)) named.set(person.id, { id: person.id, name: person.name });
  }
  const first = recent.flatMap(({ id }) => named.get(id) ?? []);
  const firstIds = new Set(first.map(({ id }) => id));
  return {
    people: [...first, ...people.filter(({ id }) => !firstIds.has(id))],
    loading: source.isPending,
    recently: first.length,
    remember,
  };
}
