import { IconHierarchy3 } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../../i18n';
import { useCommands } from '../../../lib/commands';
import { ChipButton } from '../../../ui/buttons';
import { graphSearch } from './graph-search';

/** From a task to its network. */
export function GraphLink({ taskId }: { readonly taskId: number }) {
  const t = useT();
  const navigate = useNavigate();
  const commands = useMemo(
    () => [
      {
        id: 'task.graph',
        label: t('task.graph.show'),
        key: 'v',
        group: t('task.palette.group', { id: taskId }),
        run: () => void navigate({ to: '.', search: graphSearch(taskId) }),
      },
    ],
    [t, navigate, taskId],
  );
  useCommands(commands);
  return (
    <ChipButton
      renderRoot={(props) => <Link {...props} to="." search={graphSearch(taskId)} preload={false} />}
      variant="default"
      aria-label={t('task.graph.show')}
      leftSection={<IconHierarchy3 size={14} stroke={1.75} />}
    >
      {t('task.graph.open')}
    </ChipButton>
  );
}
