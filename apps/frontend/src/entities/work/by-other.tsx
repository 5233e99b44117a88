import type { WorkEntryAnswer } from '@gos/contract';
import { Text, type TextProps } from '@mantine/core';
import { usePersonName } from '../user/person-name';
import { useWorkT } from './work-texts';

interface ByOtherProps extends TextProps {
  readonly entry: Pick<WorkEntryAnswer, 'byOther'>;
}

/** The person who last changed somebody else's entry, and their reason. */
export function ByOther({ entry: { byOther }, ...props }: ByOtherProps) {
  const t = useWorkT();
  const nameOf = usePersonName();
  if (byOther === null) return null;
  const { reason } = byOther;
  const by = nameOf(byOther.by);
  return (
    <Text span inherit c="dimmed" style={{ overflowWrap: 'anywhere' }} {...props}>
      {reason === null ? t('work.by-other', { by }) : t('work.by-other.reason', { by, reason })}
    </Text>
  );
}
