import type { Happening } from '@gos/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import pieces from '../../ui/pieces.module.css';
import classes from './activity.module.css';
import { useActivityT } from './activity-texts';

const className = `${pieces.plainLink} ${classes.link}`;

/** Leads to where the thing is shown today. */
function linkOf({ thing: { kind, id }, project }: Happening, content: ReactNode): ReactNode {
  const number = Number(id);
  switch (kind) {
    case 'project':
      return (
        <Link to="/tasks/project/$projectId/information" params={{ projectId: number }} className={className}>
          {content}
        </Link>
      );
    case 'board':
      return project ? (
        <Link
          to="/tasks/project/$projectId/board/$boardId"
          params={{ projectId: project.id, boardId: number }}
          className={className}
        >
          {content}
        </Link>
      ) : (
        content
      );
    case 'webhook':
      return project ? (
        <Link
          to="/tasks/project/$projectId/webhooks"
          params={{ projectId: project.id }}
          search={{ webhook: number }}
          className={className}
        >
          {content}
        </Link>
      ) : (
        content
      );
    case 'repeatedTask':
      return (
        <Link to="/tasks/repeated/$repeatedTaskId" params={{ repeatedTaskId: number }} className={className}>
          {content}
        </Link>
      );
    case 'position':
      return (
        <Link to="/people/positions" className={className}>
          {content}
        </Link>
      );
    case 'user':
    case 'worklog':
    case 'plans':
    case 'inbox':
    case 'audit':
      return (
        <Link to="/people/$userId" params={{ userId: number }} className={className}>
          {content}
        </Link>
      );
    default:
      return content;
  }
}

interface ThingLinkProps {
  readonly item: Happening;
  /** Leads to the task as it is now. */
  readonly isPresent?: boolean;
}

/** The task as it was right after the event, or the thing that the event belongs to. */
export function ThingLink({ item, isPresent = false }: ThingLinkProps) {
  const t = useActivityT();
  const { task, thing } = item;
  if (task) {
    const name = task.name ?? t('activity.hidden-name');
    return (
      <Link
        to="."
        search={(previous: object) => ({
          ...previous,
          taskId: task.id,
          ...(!isPresent && { at: item.at, tab: undefined }),
        })}
        className={className}
        {...(!isPresent && { 'aria-label': `${t('activity.at-moment', { id: task.id })}: #${task.id} ${name}` })}
        title={name}
        preload={false}
      >
        <span className={pieces.digits}>#{task.id}</span> {name}
      </Link>
    );
  }
  const kind = t(`activity.kind.${thing.kind}`);
  const name = thing.name ?? (thing.id === '' ? '' : `#${thing.id}`);
  return (
    <>
      {kind}
      {name !== '' && ' '}
      {name !== '' && linkOf(item, name)}
    </>
  );
}
