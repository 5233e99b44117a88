import type { PersonRef, TaskAnswer } from '@gos/contract';
import { mentionsIn } from '@gos/domain';
import { Box } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { usePersonName } from '../../../entities/user/person-name';
import { peopleQuery, personQuery } from '../../../entities/user/users.api';
import { useT } from '../../../i18n';

/** Names of the people whom texts of a task mention, as far as the reader may know them. */
export function useNames(task: TaskAnswer, texts: readonly (string | null)[]): ReadonlyMap<number, string> {
  const mentioned = [...new Set(texts.flatMap((text) => mentionsIn(text ?? '')))];
  const nameOf = usePersonName();
  const { data, isPending } = useQuery({ ...peopleQuery(''), enabled: mentioned.length > 0 });
  const people: (PersonRef | null)[] = [
    ...(data?.items ?? []),
    task.contractor,
    task.solver,
    ...task.participants.acknowledged,
    ...task.participants.passive,
  ];
  const names = new Map(people.filter((person) => person !== null).map((person) => [person.id, nameOf(person)]));
  // Fetch former employees, and people beyond the first page, by id.
  const others = isPending ? [] : mentioned.filter((id) => !names.has(id));
  const answers = useQueries({ queries: others.map(personQuery) });
  for (const { data: person } of answers) if (person !== undefined) names.set(person.id, nameOf(person));
  return names;
}

/** Renders plain text and replaces `@[12]` by the person's name. */
export function MentionText({ text, names }: { readonly text: string; readonly names: ReadonlyMap<number, string> }) {
  const t = useT();
  return text.split(/(@\[\d{1,15}\])/).map((part, index) => {
    const id = part.match(/^@\[(\d+)\]$/)?.[1];
    if (id === undefined) return part;
    return (
      <Box component="span" key={index} c="var(--gos-accent-text)">
        @{names.get(Number(id)) ?? t('task.people.number', { id })}
      </Box>
    );
  });
}

/** Names that were picked become the numbers that are stored, the longest first. */
export function withMentions(text: string, people: readonly PersonRef[]): string {
  return [...people]
    .sort((a, b) => b.name.length - a.name.length)
    .reduce((written, { id, name }) => written.replaceAll(`@${name}`, `@[${id}]`), text);
}
