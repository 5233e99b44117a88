import { UnstyledButton } from '@mantine/core';
import { type ComponentProps, type ComponentPropsWithRef, lazy, memo } from 'react';
import { Avatar } from '../entities/user/avatar';
import { useMe } from '../entities/user/users.api';
import { useT } from '../i18n';
import { LazyPopup } from '../ui/lazy-popup';
import classes from './shell.module.css';

export const loadUserMenu = () => import('./user-menu-list').then((module) => ({ default: module.UserMenuList }));
const UserMenuList = lazy(loadUserMenu);

function UserButton(props: ComponentPropsWithRef<'button'>) {
  const t = useT();
  const me = useMe();
  return (
    <UnstyledButton {...props} className={classes.me} aria-label={t('user.menu', { name: me.name })}>
      <Avatar person={me} size={26} decorative />
    </UnstyledButton>
  );
}

const button = (props: ComponentPropsWithRef<'button'>) => <UserButton {...props} />;

export const UserMenu = memo(function UserMenu(actions: Omit<ComponentProps<typeof UserMenuList>, 'button'>) {
  return (
    <LazyPopup popup="menu" load={loadUserMenu} button={button}>
      <UserMenuList button={button} {...actions} />
    </LazyPopup>
  );
});
