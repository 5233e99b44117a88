import type { TaskRowAnswer } from '@gos/contract';
import { useEffect, useRef } from 'react';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import { classes } from './list-classes';
import type { RowEvents } from './row-events';

interface SelectBoxProps {
  readonly row: TaskRowAnswer;
  readonly checked: boolean;
  readonly events: RowEvents;
}

export function SelectBox({ row, checked, events }: SelectBoxProps) {
  const t = useT();
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        checked={checked}
        onChange={({ nativeEvent }) => {
          const range = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          (range ? events.extend : events.toggle)(row.id);
        }}
        aria-label={t('task.row.select-named', { id: row.id, name: row.name })}
      />
    </label>
  );
}

interface SelectAllProps {
  readonly selected: number;
  readonly rows: number;
  readonly onChange: (all: boolean) => void;
}

/** Every row of the page at once. */
export function SelectAll({ selected, rows, onChange }: SelectAllProps) {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const all = rows > 0 && selected >= rows;
  const some = selected > 0 && !all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <label className={classes.box}>
      <input ref={box} type="checkbox" checked={all} disabled={rows === 0} onChange={() => onChange(!all)} />
      {/* Also names the column while there is nothing to choose. */}
      <span className={pieces.hidden}>{t('task.select.all')}</span>
    </label>
  );
}
