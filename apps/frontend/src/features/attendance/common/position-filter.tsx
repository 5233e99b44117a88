import { useQuery } from '@tanstack/react-query';
import { positionsQuery } from '../../../entities/user/positions.api';
import { LazyChoiceMenu } from '../../../ui/lazy-menus';
import type { TriggerButton } from '../../../ui/lazy-popup';
import { FilterChip } from '../../../ui/toolbar';
import { useAttendanceT } from './attendance-texts';
import { type ChosenPosition, positionIn } from './chosen-position';

interface PositionFilterProps {
  readonly position: ChosenPosition | null;
  readonly setPosition: (position: ChosenPosition | null) => void;
}

/** Filters people by position: the holders of one, or people who hold none. */
export function PositionFilter({ position, setPosition }: PositionFilterProps) {
  const t = useAttendanceT();
  const { data: positions = [] } = useQuery(positionsQuery);
  if (positions.length === 0 && position === null) return null;
  const none = { value: 'none', content: t('attendance.availability.no-position') };
  const name =
    position === 'none'
      ? none.content
      : (positions.find(({ id }) => id === position)?.name ?? (position === null ? [] : `#${position}`));
  const button: TriggerButton = (given) => (
    <FilterChip {...given} label={t('attendance.availability.position')} chosen={name} />
  );
  const options = positions.map(({ id, name: content }) => ({ value: String(id), content }));
  return (
    <LazyChoiceMenu
      button={button}
      options={[{ value: '', content: t('attendance.availability.all') }, ...options, none]}
      chosen={position === null ? '' : String(position)}
      onChange={(id) => setPosition(positionIn(id) ?? null)}
    />
  );
}
