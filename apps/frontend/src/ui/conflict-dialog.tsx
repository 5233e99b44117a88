import { Radio } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n';
import { SmallButton } from './buttons';
import classes from './conflict-dialog.module.css';
import { Dialog } from './dialog';

export interface ConflictDialogProps {
  /** The form of `useDraftForm`, or something else whose fields others changed meanwhile. */
  readonly form: {
    readonly conflict: {
      readonly conflicts: readonly { readonly path: string; readonly theirs: unknown; readonly yours: unknown }[];
    } | null;
    /** @param yours the paths in which the person's own value stays */
    readonly settle: (yours: ReadonlySet<string>) => void;
    readonly closeConflict: () => void;
  };
  readonly nameOf: (path: string) => string;
  readonly render: (path: string, value: unknown, side: 'theirs' | 'yours') => ReactNode;
  /** The button that closes the dialog without a decision. */
  readonly keep?: string;
  readonly sending?: boolean;
}

/** Two people changed the same field: shows both values, and a person decides. */
export function ConflictDialog({ form, nameOf, render, keep, sending }: ConflictDialogProps) {
  const t = useT();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <Dialog onClose={form.closeConflict} title={t('task.conflict.title')} size="lg" centered>
      <p className={classes.help}>{t('task.conflict.help')}</p>
      {form.conflict?.conflicts.map(({ path, theirs, yours }) => (
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
                <span className={classes.sideValue}>{render(path, side === 'theirs' ? theirs : yours, side)}</span>
              </span>
            </Radio.Card>
          ))}
        </Radio.Group>
      ))}
      <div className={classes.answers}>
        <SmallButton onClick={() => form.settle(chosen)} loading={sending} data-autofocus>
          {t('task.conflict.apply')}
        </SmallButton>
        <SmallButton variant="default" onClick={form.closeConflict}>
          {keep ?? t('project.conflict.back')}
        </SmallButton>
      </div>
    </Dialog>
  );
}
