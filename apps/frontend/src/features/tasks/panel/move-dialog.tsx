import { Modal } from '@mantine/core';
import { useRef, useState } from 'react';
import { useT } from '../../../i18n';
import { BoardPicker } from '../fields/board-picker';
import { SmallButton } from '../fields/buttons';
import { ProjectPicker } from '../fields/project-picker';
import { FieldBox, FieldButton } from '../form/form-field';
import type { TaskPlacing } from '../task-changes';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';
import { BoardName, ProjectName } from './place-properties';

/** Project and board in one step, by keyboard alone. */
export function MoveDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { task, actions } = usePanelTask();
  const [{ project, board }, setPlace] = useState<TaskPlacing>({ project: task.project, board: task.board });
  const projectButton = useRef<HTMLButtonElement>(null);
  const stays = project?.id === task.project?.id && board?.id === task.board?.id;

  function move() {
    onClose();
    if (!stays) void actions.run({ kind: 'move', project, board });
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('task.move.title')}
      size="sm"
      centered
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <form
        className={classes.moveForm}
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <FieldBox label={t('task.field.project')}>
          {({ labelId }) => (
            <ProjectPicker
              label={t('task.field.project')}
              value={project}
              onChange={(next) => next?.id !== project?.id && setPlace({ project: next, board: null })}
            >
              {(props) => (
                <FieldButton {...props} ref={projectButton} aria-labelledby={labelId} data-autofocus>
                  {project === null ? (
                    <span className={classes.none}>{t('task.project.none')}</span>
                  ) : (
                    <ProjectName project={project} />
                  )}
                </FieldButton>
              )}
            </ProjectPicker>
          )}
        </FieldBox>
        <FieldBox label={t('task.field.board')}>
          {({ labelId }) => (
            <BoardPicker
              label={t('task.field.board')}
              project={project}
              value={board}
              onChooseProject={() => setTimeout(() => projectButton.current?.click())}
              onChange={(next) => setPlace({ project, board: next && { id: next.id, name: next.name } })}
            >
              {(props) => (
                <FieldButton {...props} aria-labelledby={labelId}>
                  {board === null ? (
                    <span className={classes.none}>{t('task.board.none')}</span>
                  ) : (
                    <BoardName board={board} />
                  )}
                </FieldButton>
              )}
            </BoardPicker>
          )}
        </FieldBox>
        <div className={classes.formButtons}>
          <SmallButton type="submit" disabled={stays}>
            {t('task.move.submit')}
          </SmallButton>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
        </div>
      </form>
    </Modal>
  );
}
