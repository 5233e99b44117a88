import type { NamedRef } from '@gos/contract';
import { IconLayoutKanban } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { BoardPicker } from '../../../entities/board/board-picker';
import { ProjectPicker } from '../../../entities/project/project-picker';
import { ProjectSquare } from '../../../entities/project/project-square';
import type { TaskPlacing } from '../../../entities/task/task-changes';
import { useT } from '../../../i18n';
import classes from '../../../ui/form.module.css';
import { PickedField } from '../../../ui/form-field';
import pieces from '../../../ui/pieces.module.css';

interface PlaceFieldsProps {
  readonly project: NamedRef | null;
  readonly board: NamedRef | null;
  readonly onChange: (place: TaskPlacing) => void;
  readonly errorOf?: (field: 'project' | 'board') => string | undefined;
  /** A note about the chosen board. */
  readonly hint?: ReactNode;
  /** Side by side where there is room. */
  readonly beside?: boolean;
  /** The first field of a dialog. */
  readonly first?: boolean;
}

const named = (name: string | undefined, none: string) =>
  name === undefined ? (
    <span className={classes.placeholder}>{none}</span>
  ) : (
    <span className={pieces.word}>{name}</span>
  );

/** Where a task is to be: a project, and one of its boards. */
export function PlaceFields({
  project,
  board,
  onChange,
  errorOf = () => undefined,
  hint,
  beside = false,
  first = false,
}: PlaceFieldsProps) {
  const t = useT();
  const projectButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.places} data-beside={beside || undefined}>
      <PickedField
        label={t('task.field.project')}
        name="project"
        error={errorOf('project')}
        ref={projectButton}
        data-autofocus={first || undefined}
        picker={(button) => (
          <ProjectPicker
            label={t('task.field.project')}
            value={project}
            onChange={(next) => next?.id !== project?.id && onChange({ project: next, board: null })}
          >
            {button}
          </ProjectPicker>
        )}
      >
        {project && <ProjectSquare id={project.id} />}
        {named(project?.name, t('task.project.none'))}
      </PickedField>
      <PickedField
        label={t('task.field.board')}
        name="board"
        error={errorOf('board')}
        hint={
          <span role="status" className={classes.hint}>
            {hint}
          </span>
        }
        picker={(button) => (
          <BoardPicker
            label={t('task.field.board')}
            project={project}
            value={board}
            onChange={(next) => onChange({ project, board: next && { id: next.id, name: next.name } })}
            onChooseProject={() => setTimeout(() => projectButton.current?.click())}
          >
            {button}
          </BoardPicker>
        )}
      >
        <IconLayoutKanban size={15} stroke={1.75} aria-hidden />
        {named(board?.name, t('task.board.none'))}
      </PickedField>
    </div>
  );
}
