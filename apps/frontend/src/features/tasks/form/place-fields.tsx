import { IconLayoutKanban } from '@tabler/icons-react';
import { useT } from '../../../i18n';
import { ProjectSquare } from '../../projects/project-square';
import { BoardPicker } from '../fields/board-picker';
import { ProjectPicker } from '../fields/project-picker';
import classes from './form.module.css';
import { FieldBox, FieldButton } from './form-field';
import type { TaskForm } from './use-task-form';

interface PlaceFieldsProps {
  readonly form: TaskForm;
  readonly onChooseProject: () => void;
}

/** Where the task will be; a board says who gets it. */
export function PlaceFields({ form, onChooseProject }: PlaceFieldsProps) {
  const t = useT();
  const { draft, board, change, errorOf } = form;
  const { project } = draft;
  const assigned = draft.solver === null ? board?.assignedUser : null;
  return (
    <div className={classes.places}>
      <FieldBox label={t('task.field.project')} error={errorOf('project')}>
        {({ labelId, errorId }) => (
          <ProjectPicker
            label={t('task.field.project')}
            value={project}
            onChange={(next) => next?.id !== project?.id && change({ project: next, board: null })}
          >
            {(props) => (
              <FieldButton
                {...props}
                aria-labelledby={labelId}
                aria-describedby={errorId}
                wrong={errorOf('project') !== undefined}
                data-field="project"
              >
                {project === null ? (
                  <span className={classes.placeholder}>{t('task.project.none')}</span>
                ) : (
                  <>
                    <ProjectSquare id={project.id} />
                    <span className={classes.refName}>{project.name}</span>
                  </>
                )}
              </FieldButton>
            )}
          </ProjectPicker>
        )}
      </FieldBox>
      <FieldBox label={t('task.field.board')} error={errorOf('board')}>
        {({ labelId, errorId }) => (
          <>
            <BoardPicker
              label={t('task.field.board')}
              project={project}
              value={draft.board}
              onChange={(next) => change({ board: next && { id: next.id, name: next.name } })}
              onChooseProject={onChooseProject}
            >
              {(props) => (
                <FieldButton
                  {...props}
                  aria-labelledby={labelId}
                  aria-describedby={errorId}
                  wrong={errorOf('board') !== undefined}
                  data-field="board"
                >
                  <IconLayoutKanban size={15} stroke={1.75} aria-hidden />
                  {draft.board === null ? (
                    <span className={classes.placeholder}>{t('task.board.none')}</span>
                  ) : (
                    <span className={classes.refName}>{draft.board.name}</span>
                  )}
                </FieldButton>
              )}
            </BoardPicker>
            <span role="status" className={classes.hint}>
              {assigned && t('task.board.solver', { name: assigned.name })}
            </span>
          </>
        )}
      </FieldBox>
    </div>
  );
}
