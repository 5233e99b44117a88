import type { OwnAction } from '@gos/contract';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ActivitySentence } from '../../entities/task/activity-sentence';
import { MomentText } from '../../entities/task/deadline-text';
import { undoAction } from '../../entities/undo/undo.api';
import { type MessageId, useT } from '../../i18n';
import { Dialog } from '../../ui/dialog';
import { FailedLine } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
import { Muted } from '../../ui/quiet-text';
import { showProblem, showToast } from '../../ui/toast';
import { ActivityTexts } from './activity-texts';
import { ownActionsQuery, refreshUndone } from './own-actions.api';
import { ThingLink } from './thing-link';

interface RowProps {
  readonly own: OwnAction;
  readonly isFirst: boolean;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

function Row({ own: { action, refused }, isFirst, isBusy, onUndo, onClose }: RowProps) {
  const t = useT();
  return (
    <Group component="li" wrap="nowrap" align="flex-start" justify="space-between" gap={12}>
      <Stack gap={2} miw={0}>
        <Text span fz={13} onClick={onClose}>
          <ThingLink item={action} isPresent />
        </Text>
        <Text span fz={13} style={{ overflowWrap: 'anywhere' }}>
          <ActivitySentence item={action} brief />
        </Text>
        <Muted span>
          <MomentText at={action.at} />
        </Muted>
        {refused !== null && <Muted span>{t(refused as MessageId)}</Muted>}
      </Stack>
      {refused === null && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          loading={isBusy}
          data-autofocus={isFirst || undefined}
          aria-label={t('undo.action-of', { name: action.task?.name ?? action.thing.name ?? '' })}
          onClick={onUndo}
        >
          {t('toast.undo')}
        </Button>
      )}
    </Group>
  );
}

/** One's own last actions, each with its undo or the reason why there is none. */
export function OwnActionsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(ownActionsQuery);
  const [busy, setBusy] = useState<string | null>(null);

  async function undo({ action }: OwnAction) {
    setBusy(action.id);
    try {
      await undoAction(action.id);
      showToast({ message: t('undo.done') });
    } catch (error) {
      showProblem(error);
    }
    refreshUndone(client);
    await refetch();
    setBusy(null);
  }

  const first = data?.find(({ refused }) => refused === null);
  return (
    <ActivityTexts>
      <Dialog onClose={onClose} title={t('undo.title')} size={620}>
        {isError && <FailedLine text={t('undo.failed')} busy={isFetching} onRetry={() => void refetch()} />}
        {data === undefined && !isError && <Skeleton height={160} radius={6} />}
        {data?.length === 0 && <Muted>{t('undo.empty')}</Muted>}
        <Stack component="ul" className={pieces.list} gap={16}>
          {data?.map((own) => (
            <Row
              key={own.action.id}
              own={own}
              isFirst={own === first}
              isBusy={busy === own.action.id}
              onUndo={() => void undo(own)}
              onClose={onClose}
            />
          ))}
        </Stack>
      </Dialog>
    </ActivityTexts>
  );
}
