import { useEffectEvent, useMemo } from 'react';
import { useT } from '../../../i18n';
import { type PaletteCommand, useCommands } from '../../../lib/commands';

interface ListCommands {
  /** The open task has keys of its own. */
  readonly covered: boolean;
  readonly select: () => void;
  readonly open: () => void;
  readonly edit: () => void;
  readonly work: () => void;
}

/** Registers the commands of the current row for keys and the palette. */
export function useListCommands({ covered, ...given }: ListCommands): void {
  const t = useT();
  const select = useEffectEvent(given.select);
  const open = useEffectEvent(given.open);
  const edit = useEffectEvent(given.edit);
  const work = useEffectEvent(given.work);
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('task.list.commands');
    const selecting: PaletteCommand = {
      id: 'list.select',
      label: t('task.list.select-row'),
      key: 'x',
      group,
      run: () => select(),
    };
    if (covered) return [selecting];
    return [
      selecting,
      { id: 'list.open', label: t('task.list.open-row'), key: 'o', group, run: () => open() },
      { id: 'list.edit', label: t('task.list.edit-row'), key: 'e', group, run: () => edit() },
      { id: 'list.work', label: t('work.toggle-row'), key: 't', group, run: () => work() },
    ];
  }, [t, covered]);
  useCommands(commands);
}
