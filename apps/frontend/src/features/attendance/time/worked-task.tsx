import type { WorkedOn } from '@gos/contract';
import { Link } from '@tanstack/react-router';
import pieces from '../../../ui/pieces.module.css';
import classes from './time.module.css';
import { useTimeT } from './time-texts';

type Named = Pick<WorkedOn, 'id' | 'name'> & Partial<Pick<WorkedOn, 'project' | 'contractId'>>;

/** A task that somebody worked on, as far as the reader sees it. */
export function WorkedTask({ task: { id, name, project, contractId } }: { readonly task: Named }) {
  const t = useTimeT();
  return (
    <span className={classes.task}>
      {id === null ? (
        <span className={pieces.nothing}>{t('work.hidden-task')}</span>
      ) : (
        <Link
          className={pieces.plainLink}
          to="."
          search={(previous: object) => ({ ...previous, taskId: id })}
          data-row-link={id}
          title={name ?? ''}
        >
          <span className={pieces.nothing}>#{id}</span> {name}
        </Link>
      )}
      {project && <span className={pieces.nothing}>{project.name}</span>}
      {contractId && <span className={pieces.badge}>{contractId}</span>}
    </span>
  );
}
