import { Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n';
import { SmallButton } from './buttons';
import classes from './conflict-dialog.module.css';
import { Dialog } from './dialog';

interface ConflictDialogProps {
  readonly conflicts: readonly { readonly path: string; readonly theirs: unknown; readonly yours: unknown }[];
  readonly nameOf: (path: string) => string;
  readonly render: (path: string, value: unknown) => ReactNode;
  /** What closes it and changes nothing. */
  readonly keep: string;
  readonly sending?: boolean;
  /** The fields in which the reader's value is to stand. */
  readonly onApply: (yours: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

/** Two people wrote into one field: both values side by side, and a person decides. */
export function ConflictDialog({ conflicts, nameOf, render, keep, sending, onApply, onClose }: ConflictDialogProps) {
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <Dialog onClose={onClose} title={t('task.conflict.title')} size="lg" centered>
      <p className={classes.help}>{t('task.conflict.help')}</p>
      {conflicts.map(({ path, theirs, yours }) => (
        <Radio.Group
          key={path}
          className={classes.conflict}
          label={nameOf(path)}
          value={chosen.has(path) ? 'yours' : 'theirs'}
          onChange={(side) =>
            setChosen(
              (before) => new Set([...before].filter((one) => one !== path).concat(side === 'yours' ? path : [])),
            )
          }
        >
          {(['theirs', 'yours'] as const).map((side) => (
            <Radio.Card key={side} value={side} className={classes.side}>
              <Radio.Indicator />
              <span className={classes.sideText}>
                <span className={classes.sideName}>{t(`task.conflict.${side}`)}</span>
                <span className={classes.sideValue}>{render(path, side === 'theirs' ? theirs : yours)}</span>
              </span>
            </Radio.Card>
          ))}
        </Radio.Group>
      ))}
      <div className={classes.answers}>
        <SmallButton onClick={() => onApply(chosen)} loading={sending} data-autofocus>
          {t('task.conflict.apply')}
        </SmallButton>
        <SmallButton variant="default" onClick={onClose}>
          {keep}
        </SmallButton>
      </div>
    </Dialog>
  );
}
