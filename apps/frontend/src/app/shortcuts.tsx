import { Box, Flex, Group, Text } from '@mantine/core';
import { type MessageId, useT } from '../i18n';
import { useRegisteredCommands } from '../lib/commands';
import { Dialog } from '../ui/dialog';
import { Keys } from '../ui/keys';
import { GroupTitle } from '../ui/quiet-text';

type Shortcut = readonly [label: MessageId, keys: string];

const arrows = '← ↑ → ↓';

const everywhere: readonly Shortcut[] = [
  ['shortcuts.palette', 'Ctrl K'],
  ['shortcuts.undo', 'Ctrl Z'],
];

/** Keys that depend on the focused element, by place. */
const places: readonly { readonly title: MessageId; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'shortcuts.in.list',
    shortcuts: [
      ['shortcuts.list', 'j k'],
      ['shortcuts.open', 'Enter'],
      ['shortcuts.select-more', 'Shift j k'],
      ['shortcuts.select-all', 'Ctrl A'],
      ['shortcuts.select-none', 'Esc'],
      ['shortcuts.row-menu', 'Shift F10'],
    ],
  },
  {
    title: 'shortcuts.in.boards',
    shortcuts: [
      ['shortcuts.lift', 'Space'],
      ['shortcuts.carry', arrows],
      ['shortcuts.carry-far', 'Home End'],
      ['shortcuts.put-down', 'Enter'],
      ['shortcuts.put-back', 'Esc'],
    ],
  },
  {
    title: 'shortcuts.in.graph',
    shortcuts: [
      ['shortcuts.neighbour', arrows],
      ['shortcuts.first-last', 'Home End'],
      ['shortcuts.open', 'Enter'],
      ['shortcuts.graph-add', 'n'],
      ['shortcuts.graph-predecessor', 'p'],
      ['shortcuts.node-menu', 'm'],
      ['shortcuts.disconnect', 'Del'],
    ],
  },
  {
    title: 'shortcuts.in.calendar',
    shortcuts: [
      ['shortcuts.day', arrows],
      ['shortcuts.lift-entry', 'Space'],
      ['shortcuts.carry-month', 'PgUp PgDn'],
      ['shortcuts.put-down', 'Enter'],
      ['shortcuts.put-back', 'Esc'],
    ],
  },
  {
    title: 'nav.worked-day',
    shortcuts: [
      ['shortcuts.lift-entry', 'Space'],
      ['shortcuts.time', '↑ ↓'],
      ['shortcuts.time-end', 'Shift ↑ ↓'],
      ['shortcuts.time-begin', 'Alt ↑ ↓'],
      ['shortcuts.put-down', 'Enter'],
      ['shortcuts.put-back', 'Esc'],
    ],
  },
];

interface SectionProps {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly label: string; readonly keys: string }[];
}

function Section({ title, rows }: SectionProps) {
  return (
    <Box component="section" mb={20} style={{ breakInside: 'avoid' }} aria-label={title}>
      <GroupTitle component="h3" mb={8}>
        {title}
      </GroupTitle>
      <Flex component="dl" direction="column" gap={7} m={0}>
        {rows.map(({ id, label, keys }) => (
          <Group key={id} wrap="nowrap" justify="space-between" gap={16}>
            <dt>{label}</dt>
            <Text component="dd" flex="none" fz={12} lh="inherit">
              <Keys keys={keys} />
            </Text>
          </Group>
        ))}
      </Flex>
    </Box>
  );
}

/** Lists the keys of this screen, then those of every place that has its own. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const commands = useRegisteredCommands().flatMap(({ id, label, key }) =>
    key === undefined ? [] : [{ id, label, keys: key }],
  );
  const said = (shortcuts: readonly Shortcut[]) =>
    shortcuts.map(([label, keys]) => ({
      id: label,
      label: t(label),
      keys: keys === 'Space' ? t('shortcuts.key.space') : keys,
    }));
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')} size={760}>
      <Box style={{ columns: '2 280px', columnGap: 40 }}>
        <Section title={t('shortcuts.in.here')} rows={[...said(everywhere), ...commands]} />
        {places.map(({ title, shortcuts }) => (
          <Section key={title} title={t(title)} rows={said(shortcuts)} />
        ))}
      </Box>
    </Dialog>
  );
}
