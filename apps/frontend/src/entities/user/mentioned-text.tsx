import { mentionsIn } from '@gos/domain';
import { useQueries } from '@tanstack/react-query';
import { useT } from '../../i18n';
import { usePersonName } from './person-name';
import { personQuery } from './users.api';

/** Renders plain text and replaces `@[12]` by the person's name if the reader may see it. */
export function MentionedText({ text }: { readonly text: string }) {
  const t = useT();
  const nameOf = usePersonName();
  const ids = [...new Set(mentionsIn(text))];
  const answers = useQueries({ queries: ids.map(personQuery) });
  return text.replace(/@\[(\d{1,15})\]/g, (_, id: string) => {
    const person = answers[ids.indexOf(Number(id))]?.data;
    return `@${person ? nameOf(person) : t('task.people.number', { id })}`;
  });
}
