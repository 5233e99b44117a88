import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import { moveTo, type TaskPlacing } from '../../../entities/task/task-changes';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { Dialog } from '../../../ui/dialog';
import { PlaceFields } from '../form/place-fields';
import { usePanelTask } from './panel-task';

/** Project and board in one step, by keyboard alone. */
export function MoveDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { task, actions } = usePanelTask();
  const [{ project, board }, setPlace] = useState<TaskPlacing>({ project: task.project, board: task.board });
  const stays = project?.id === task.project?.id && board?.id === task.board?.id;

  function move() {
    onClose();
    if (!stays) void actions.run(moveTo({ project, board }));
  }

  return (
    <Dialog onClose={onClose} title={t('task.move.title')} size="sm" centered>
      <Box
        component="form"
        display="grid"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault();
          move();
        }}
      >
        <PlaceFields project={project} board={board} onChange={setPlace} first />
        <Group gap={8} mt={4}>
          <SmallButton type="submit" disabled={stays}>
            {t('task.move.submit')}
          </SmallButton>
          <SmallButton variant="default" onClick={onClose}>
            {t('task.action.cancel')}
          </SmallButton>
        </Group>
      </Box>
    </Dialog>
  );
}
