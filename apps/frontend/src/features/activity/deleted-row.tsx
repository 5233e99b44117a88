import type { DeletedThing } from '@gos/contract';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import { useOffered } from '../../entities/user/offers';
import { usePersonName } from '../../entities/user/person-name';
import { SmallButton } from '../../ui/buttons';
import { dayTexts } from '../../ui/day-text';
import { fullMoment } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import classes from './activity.module.css';
import { useActivityT } from './activity-texts';

const className = `${pieces.plainLink} ${classes.link}`;
const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();

/** The thing as it was right before it was deleted. */
function AsItWas({ thing, name }: { readonly thing: DeletedThing; readonly name: string }) {
  const t = useActivityT();
  const { kind, id, at, task, project, plan } = thing;
  const then = justBefore(at);
  const label = t('activity.deleted.as-it-was', { name });
  const path =
    kind === 'board' && project
      ? `/tasks/project/${project.id}/board/${id}?asOf=${encodeURIComponent(then)}`
      : plan && `/attendance/availability?from=${plan.date}&asOf=${encodeURIComponent(then)}`;
  if (path) {
    return (
      <Anchor href={path} className={className} aria-label={label} title={name}>
        {name}
      </Anchor>
    );
  }
  const taskId = kind === 'task' ? id : task?.id;
  if (taskId === undefined) return name;
  return (
    <Link
      to="."
      search={(previous: object) => ({ ...previous, taskId, at: then, tab: undefined })}
      className={className}
      aria-label={label}
      title={name}
      preload={false}
    >
      {name}
    </Link>
  );
}

function useName() {
  const t = useActivityT();
  const { locale } = useIntl();
  return ({ id, name, plan, work }: DeletedThing): string => {
    if (plan) return `${t(`plan.type.${plan.type}`)}, ${dayTexts.range(locale, { from: plan.date, to: plan.date })}`;
    if (work) return fullMoment(locale, work.from);
    return name ?? `#${id}`;
  };
}

interface RowProps {
  readonly thing: DeletedThing;
  readonly isBusy: boolean;
  readonly onRestore: (name: string) => void;
}

/** A deleted thing: its name, kind and place, who deleted it and when, and its restoration or the reason why there is none. */
export function DeletedRow({ thing, isBusy, onRestore }: RowProps) {
  const t = useActivityT();
  const nameOf = usePersonName();
  const mayRestore = useOffered('work');
  const name = useName()(thing);
  const { kind, by, at, task, project, owner, refused } = thing;
  const places: ReactNode[] = [
    task && `#${task.id} ${task.name ?? ''}`.trim(),
    project && (project.name ?? `#${project.id}`),
    owner && nameOf(owner),
  ].filter((one) => one !== null);
  return (
    <li className={classes.entry}>
      <div className={classes.said}>
        <span className={pieces.badge}>{t(`activity.deleted.kind.${kind}`)}</span> <AsItWas thing={thing} name={name} />
        <div className={classes.about}>
          {places.map((place) => (
            <span key={String(place)} className={classes.project}>
              {place}
            </span>
          ))}
          <span>
            {by === null ? t('activity.deleted.by-system') : t('activity.deleted.by', { name: nameOf(by) })}{' '}
            <MomentText at={at} />
          </span>
        </div>
        {refused !== null && <div className={classes.about}>{t(refused)}</div>}
      </div>
      {refused === null && mayRestore && (
        <SmallButton
          variant="default"
          loading={isBusy}
          aria-label={t('activity.deleted.restore-named', { name })}
          onClick={() => onRestore(name)}
        >
          {t('activity.deleted.restore')}
        </SmallButton>
      )}
    </li>
  );
}
