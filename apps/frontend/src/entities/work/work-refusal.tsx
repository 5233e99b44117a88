import type { Problem } from '@gos/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { timeZone } from '../../lib/installation';
import { spanText } from './span-text';
import { workEntryQuery } from './work.api';
import classes from './work-form.module.css';
import { useWorkT } from './work-texts';

/** The entry in the way of a time, with a link to its task. */
function InTheWay({ entryId }: { readonly entryId: number }) {
  const t = useWorkT();
  const { locale } = useIntl();
  const { data: entry } = useQuery(workEntryQuery(entryId));
  if (entry === undefined) return null;
  const { id, name } = entry.task;
  const { from, to } = spanText(locale, entry, timeZone());
  return (
    <Text fz={12.5} className={classes.inTheWay}>
      {t('work.form.in-the-way', { from, to: to ?? t('work.tab.running') })}{' '}
      {id === null ? (
        t('work.hidden-task')
      ) : (
        <Link
          to="."
          search={(previous: object) => ({ ...previous, taskId: id, tab: 'monitoring' as const })}
        >{`#${id} ${name}`}</Link>
      )}
    </Text>
  );
}

/** Shows a refusal that belongs to no field of the form. */
function WorkRefusal({ problem }: { readonly problem: Problem }) {
  const t = useWorkT();
  return (
    <div role="alert">
      <Text c="error" fz={12.5}>
        {problemText(problem, t)}
      </Text>
      {problem.entryId !== undefined && <InTheWay entryId={problem.entryId} />}
    </div>
  );
}

/** The line of a form for a refusal that belongs to none of its fields; other failures were shown as a message. */
export const workFailureOf = (error: unknown) =>
  error instanceof ApiProblem ? <WorkRefusal problem={error.problem} /> : null;
