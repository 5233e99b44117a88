import { Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useT } from '../i18n';
import { useFocusReturn } from '../lib/use-focus-return';
import { GroupTitle } from '../ui/quiet-text';
import { type PaletteEntry, usePaletteEntries } from './palette-entries';
import classes from './shell.module.css';

function groupsOf(entries: readonly PaletteEntry[]): ReadonlyMap<string, readonly PaletteEntry[]> {
  const groups = new Map<string, PaletteEntry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}

/** Go to, find tasks, and everything that can be done now: one box, by keyboard. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  useFocusReturn();
  const t = useT();
  const [text, setText] = useState('');
  const { entries, isOld, isSearching } = usePaletteEntries(text);
  const [current, setCurrent] = useState(0);
  const [isAwaited, setAwaited] = useState(false);
  const list = useRef<HTMLDivElement>(null);

  const grouped = useMemo(() => groupsOf(entries), [entries]);
  const ordered = useMemo(() => [...grouped.values()].flat(), [grouped]);
  const index = Math.min(current, ordered.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function run(entry: PaletteEntry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  const runAwaited = useEffectEvent(() => run(ordered[index]));
  useEffect(() => {
    if (isAwaited && !isOld) runAwaited();
  }, [isAwaited, isOld]);

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setCurrent((index + by + ordered.length) % Math.max(1, ordered.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (ordered[index]?.isOld) setAwaited(true);
      else run(ordered[index]);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={600}
      padding={0}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('nav.search') } }}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        px={8}
        py={6}
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={t('search.placeholder')}
        aria-label={t('search.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="palette-results"
        aria-activedescendant={ordered[index] && `palette-${ordered[index].id}`}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCurrent(0);
          setAwaited(false);
        }}
      />
      {ordered.length === 0 ? (
        <Text inherit p="14px 16px" c="dimmed" role="status">
          {isSearching ? t('search.hint') : t('search.nothing')}
        </Text>
      ) : (
        <div id="palette-results" role="listbox" aria-label={t('nav.search')} className={classes.results} ref={list}>
          {[...grouped].map(([group, members]) => (
            // biome-ignore lint/a11y/useSemanticElements: groups of a listbox have no element of their own
            <div key={group} role="group" aria-label={group}>
              <GroupTitle p="10px 10px 4px" aria-hidden>
                {group}
              </GroupTitle>
              {members.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's, as in every combobox
                <div
                  key={entry.id}
                  id={`palette-${entry.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === ordered[index]}
                  className={classes.result}
                  onClick={() => run(entry)}
                  onPointerMove={() => setCurrent(ordered.indexOf(entry))}
                >
                  {entry.content}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </Modal>
  );
}
