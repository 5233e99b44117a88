import { Box, Group, Radio, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useT } from '../i18n';
import { SmallButton } from './buttons';
import classes from './choice.module.css';
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
      <Text c="dimmed" fz="inherit" mb={12}>
        {t('task.conflict.help')}
      </Text>
      {form.conflict?.conflicts.map(({ path, theirs, yours }) => (
        <Radio.Group
          key={path}
          mb={14}
          label={nameOf(path)}
          value={chosen.has(path) ? 'yours' : 'theirs'}
          onChange={(side) =>
            setChosen(
              (before) => new Set([...before].filter((one) => one !== path).concat(side === 'yours' ? path : [])),
            )
          }
        >
          {(['theirs', 'yours'] as const).map((side) => (
            <Radio.Card key={side} value={side} className={classes.card} w="100%" mt={6}>
              <Radio.Indicator />
              <Box component="span" flex={1} miw={0}>
                <Text span display="block" c="dimmed" fz={11.5}>
                  {t(`task.conflict.${side}`)}
                </Text>
                <Text span display="block" fz={13} style={{ overflowWrap: 'anywhere' }}>
                  {render(path, side === 'theirs' ? theirs : yours, side)}
                </Text>
              </Box>
            </Radio.Card>
          ))}
        </Radio.Group>
      ))}
      <Group gap={8} mt={4}>
        <SmallButton onClick={() => form.settle(chosen)} loading={sending} data-autofocus>
          {t('task.conflict.apply')}
        </SmallButton>
        <SmallButton variant="default" onClick={form.closeConflict}>
          {keep ?? t('project.conflict.back')}
        </SmallButton>
      </Group>
    </Dialog>
  );
}
