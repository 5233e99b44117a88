import { Drawer } from '@mantine/core';
import { useT } from '../i18n';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { Online, TopMenus } from './top-menus';

/** The navigation of a phone; it closes on navigation. */
export function PhoneMenu({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const t = useT();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={280}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': t('app.menu') } }}
      styles={{ content: { background: 'var(--gos-sidebar)' }, body: { padding: 12 } }}
    >
      <Sidebar onNavigate={onClose}>
        <div className={classes.phoneMenus}>
          <TopMenus onNavigate={onClose} />
          <Online wide />
        </div>
      </Sidebar>
    </Drawer>
  );
}
