import type { PersonRef, TaskAnswer } from '@gos/projections';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../i18n';
import { peopleQuery } from '../tasks.api';
import { classes } from './panel-classes';

/** Names of the people that a text may mention: those of the task, and everybody that the reader has seen. */
export function useNames(task: TaskAnswer, needed: boolean): ReadonlyMap<number, string> {
  const { data } = useQuery({ ...peopleQuery(''), enabled: needed });
  const people: (PersonRef | null)[] = [
    ...(data?.items ?? []),
    task.contractor,
    task.solver,
    ...task.participants.acknowledged,
    ...task.participants.passive,
  ];
  return new Map(people.filter((person) => person !== null).map(({ id, name }) => [id, name]));
}

/** Plain text in which `@[12]` stands for a person. */
export function MentionText({ text, names }: { readonly text: string; readonly names: ReadonlyMap<number, string> }) {
  const t = useT();
  return text.split(/(@\[\d{1,15}\])/).map((part, index) => {
    const id = part.match(/^@\[(\d+)\]$/)?.[1];
    if (id === undefined) return part;
    return (
      <span key={index} className={classes.mention}>
        @{names.get(Number(id)) ?? t('task.people.number', { id })}
      </span>
    );
  });
}

/** Names that were picked become the numbers that are stored, the longest first. */
export function withMentions(text: string, people: readonly PersonRef[]): string {
  return [...people]
    .sort((a, b) => b.name.length - a.name.length)
    .reduce((written, { id, name }) => written.replaceAll(`@${name}`, `@[${id}]`), text);
}
