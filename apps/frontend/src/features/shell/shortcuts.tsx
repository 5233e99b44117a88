import { Modal } from '@mantine/core';
import { Keys } from '../../components/keys';
import { useT } from '../../i18n';
import { useRegisteredCommands } from '../../lib/commands';
import classes from './shell.module.css';

/** Every key that does something here and now. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const commands = useRegisteredCommands().filter(({ key }) => key !== undefined);
  const always = [
    { id: 'palette', label: t('shortcuts.palette'), key: 'Ctrl K' },
    { id: 'list', label: t('shortcuts.list'), key: 'j k' },
    { id: 'undo', label: t('shortcuts.undo'), key: 'Ctrl Z' },
    { id: 'open', label: t('shortcuts.open'), key: 'Enter' },
    { id: 'select-more', label: t('shortcuts.select-more'), key: 'Shift j k' },
    { id: 'select-all', label: t('shortcuts.select-all'), key: 'Ctrl A' },
    { id: 'select-none', label: t('shortcuts.select-none'), key: 'Esc' },
    { id: 'row-menu', label: t('shortcuts.row-menu'), key: 'Shift F10' },
  ];
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('shortcuts.title')}
      size="md"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <dl className={classes.keys}>
        {[...always, ...commands].map(({ id, label, key }) => (
          <div key={id} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={key!} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
