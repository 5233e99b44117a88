import type { RepeatedTaskActivity } from '@gos/contract';
import type { Repeat, RepeatedTaskEvent } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { repeatedActivityQuery } from '../../../entities/repeated-task/repeated-tasks.api';
import activity from '../../../entities/task/activity.module.css';
import { MomentText } from '../../../entities/task/deadline-text';
import { Avatar } from '../../../entities/user/avatar';
import { PersonName } from '../../../entities/user/person-name';
import { FailedLine } from '../../../ui/empty-state';
import pieces from '../../../ui/pieces.module.css';
import history from '../panel/panel-history.module.css';
import { MoreButton } from '../panel/panel-pieces';
import { PartTitle } from './coming-occurrences';
import { type SayRepeated, useRepeatedT } from './repeated-texts';
import { RepeatedValue, useRepeatedFieldName } from './repeated-value';
import { occurrenceText, wholeDay } from './rule-text';

type Say = (t: SayRepeated, item: RepeatedTaskActivity, locale: string) => string;

const skipped: Say = (t, { reason = 'missed', count = 1, deadline, from, to }, locale) => {
  const one = count === 1 && deadline !== undefined;
  const days = [from, to].map((day) => (day === undefined ? '' : wholeDay(locale, day)));
  return t(one ? 'repeated.activity.skipped' : 'repeated.activity.skipped-many', {
    when: one ? occurrenceText(locale, deadline) : null,
    count,
    from: days[0],
    to: days[1],
    reason: t(`repeated.skipped.${reason}`),
  });
};

/** A sentence for every event of a definition; a new one does not compile before it has one. */
const sentences: Record<RepeatedTaskEvent['type'], Say> = {
  RepeatedTaskCreated: (t) => t('repeated.activity.created'),
  RepeatedTaskEdited: (t) => t('repeated.activity.edited'),
  RepeatedTaskActivated: (t) => t('repeated.activity.activated'),
  RepeatedTaskDeactivated: (t) => t('repeated.activity.deactivated'),
  OccurrenceGenerated: (t, { deadline }, locale) =>
    t('repeated.activity.generated', { when: deadline === undefined ? '' : occurrenceText(locale, deadline) }),
  OccurrenceSkipped: skipped,
  ActionUndone: (t) => t('task.activity.ActionUndone'),
};

/** How it repeated before and after something that happened to it. */
interface Repeats {
  readonly before: Repeat;
  readonly after: Repeat;
}

/** @param present how it repeats now, after the last item */
function repeatsOf(items: readonly RepeatedTaskActivity[], present: Repeat): Repeats[] {
  let after = present;
  const found = items.toReversed().map(({ changes }) => {
    const before = (changes.find(({ field }) => field === 'repeat')?.from as Repeat | undefined) ?? after;
    const repeats = { before, after };
    after = before;
    return repeats;
  });
  return found.reverse();
}

interface ItemProps {
  readonly item: RepeatedTaskActivity;
  readonly repeats: Repeats;
}

function Changes({ item: { changes }, repeats }: ItemProps) {
  const t = useRepeatedT();
  const fieldName = useRepeatedFieldName();
  if (changes.length === 0) return null;
  return (
    <ul className={`${pieces.small} ${activity.below}`}>
      {changes.map(({ field, from, to }) => (
        <li key={field} className={activity.change}>
          {fieldName(field)}:{' '}
          {from !== null && from !== undefined && (
            <>
              <span className={pieces.hidden}>{t('task.activity.from')} </span>
              <del>
                <RepeatedValue field={field} value={from} repeat={repeats.before} />
              </del>
              <span aria-hidden> → </span>
            </>
          )}
          <span className={pieces.hidden}> {t('task.activity.to')} </span>
          <ins>
            <RepeatedValue field={field} value={to} repeat={repeats.after} />
          </ins>
        </li>
      ))}
    </ul>
  );
}

function Item({ item, repeats }: ItemProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const say = sentences[item.event as RepeatedTaskEvent['type']] as Say | undefined;
  return (
    <li className={history.activity}>
      {item.by === null ? (
        <span className={`${pieces.icon} ${history.system}`}>
          <IconSettings size={14} stroke={1.75} aria-hidden />
        </span>
      ) : (
        <Avatar person={item.by} size={22} decorative />
      )}
      <div className={history.activityLine}>
        <span className={activity.sentence}>
          <strong>{item.by ? <PersonName person={item.by} /> : t('task.activity.system')}</strong>{' '}
          {(say ?? sentences.RepeatedTaskEdited)(t, item, locale)}
          {item.tasks?.map(({ id, name }) => (
            <span key={id}>
              {' '}
              {name === null ? (
                `#${id}`
              ) : (
                <Link
                  to="."
                  search={(previous: object) => ({ ...previous, taskId: id })}
                  className={pieces.plainLink}
                  style={{ color: 'var(--gos-accent-text)' }}
                  title={name}
                >
                  #{id}
                </Link>
              )}
            </span>
          ))}
        </span>
        <span className={history.when}>
          <MomentText at={item.at} />
        </span>
        <Changes item={item} repeats={repeats} />
      </div>
    </li>
  );
}

/** A long history begins with its end. */
const shownAtOnce = 20;

export function RepeatedHistory({ id, repeat }: { readonly id: number; readonly repeat: Repeat }) {
  const t = useRepeatedT();
  const { data, isPending, isError, isFetching, refetch } = useQuery(repeatedActivityQuery(id));
  const [whole, setWhole] = useState(false);
  const all = data ?? [];
  const repeats = repeatsOf(all, repeat);
  const hidden = whole ? 0 : Math.max(0, all.length - shownAtOnce);
  return (
    <section aria-labelledby="repeated-history">
      <PartTitle id="repeated-history">{t('task.activity.title')}</PartTitle>
      {isPending && <Skeleton height={48} radius={7} />}
      {isError && data === undefined && (
        <FailedLine text={t('task.activity.failed-to-load')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {hidden > 0 && (
        <MoreButton onClick={() => setWhole(true)}>{t('task.activity.older', { count: hidden })}</MoreButton>
      )}
      <ol className={pieces.list}>
        {all.slice(hidden).map((item, index) => (
          <Item key={item.id} item={item} repeats={repeats[hidden + index]!} />
        ))}
      </ol>
    </section>
  );
}
