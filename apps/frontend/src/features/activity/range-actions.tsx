import type { UndoPreview, UndoRange } from '@gos/contract';
import type { RefusalCode } from '@gos/domain';
import { Stack, Text } from '@mantine/core';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { Muted } from '../../ui/quiet-text';
import { useActivityT } from './activity-texts';
import { Channel } from './channel';
import { Said } from './said';
import { ThingLink } from './thing-link';

type Item = UndoPreview['items'][number];

function useReason() {
  const t = useActivityT();
  return (code: RefusalCode) => (code === 'event.damaged' ? t('activity.undo.damaged') : t(code));
}

function Row({ item: { action, refusal } }: { readonly item: Item }) {
  const t = useActivityT();
  const reason = useReason();
  return (
    <Stack component="li" gap={2} miw={0} data-refused={refusal !== null || undefined}>
      <Text span fz={13} style={{ overflowWrap: 'anywhere' }}>
        <Said item={action} /> <ThingLink item={action} isPresent />
      </Text>
      <Muted span>
        <MomentText at={action.at} /> · <Channel item={action} />
      </Muted>
      {refusal && (
        <Text span fz={12.5} c="var(--gos-late-text)">
          <span>{reason(refusal.code)}</span>
          {refusal.later?.by && (
            <>
              {' '}
              <span>{t('activity.undo.later', { name: refusal.later.by.name })}</span>
            </>
          )}
        </Text>
      )}
    </Stack>
  );
}

/** Actions of a range, each with the reason where it cannot be undone. */
export const RangeActions = ({ items, label }: { readonly items: readonly Item[]; readonly label: string }) => (
  <Stack component="ul" className={pieces.list} gap={12} aria-label={label}>
    {items.map((item) => (
      <Row key={item.action.id} item={item} />
    ))}
  </Stack>
);

/** How many actions cannot be undone, by reason. */
export function RangeReasons({ refused }: Pick<UndoRange, 'refused'>) {
  const t = useActivityT();
  const reason = useReason();
  if (refused.length === 0) return null;
  const count = refused.reduce((sum, one) => sum + one.count, 0);
  return (
    <div>
      <Text fz={13}>{t('activity.undo.refused', { count })}</Text>
      <ul>
        {refused.map((one) => (
          <Text component="li" fz={13} key={one.code}>
            {t('activity.undo.reason', { reason: reason(one.code), count: one.count })}
          </Text>
        ))}
      </ul>
    </div>
  );
}
