import type { TaskAnswer } from '@gos/contract';
import { Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { MomentText } from '../../../entities/task/deadline-text';
import { PersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { usePanelTask } from './panel-task';

interface DeletedBannerProps {
  readonly deletion: NonNullable<TaskAnswer['deleted']>;
}

/** Marks a deleted task, with the time and person of the deletion. */
export function DeletedBanner({ deletion }: DeletedBannerProps) {
  const t = useT();
  const { task, actions } = usePanelTask();
  return (
    <Group
      component="section"
      gap={8}
      mb={16}
      p="10px 12px"
      bd="1px solid var(--gos-late)"
      bdrs={8}
      fz={13}
      aria-label={t('task.panel.deleted')}
    >
      <IconTrash size={16} stroke={1.75} aria-hidden />
      <Text inherit role="status" flex={1} miw={180}>
        <strong>{t('task.panel.deleted')}</strong> <MomentText at={deletion.at} /> ·{' '}
        {deletion.by ? <PersonName person={deletion.by} /> : t('task.activity.system')} · {t('task.panel.read-only')}
      </Text>
      {task.can.undelete === true && (
        <SmallButton variant="filled" onClick={() => void actions.run({ type: 'undelete', body: {} })}>
          {t('task.panel.bring-back')}
        </SmallButton>
      )}
    </Group>
  );
}
