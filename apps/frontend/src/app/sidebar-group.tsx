import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useT } from '../i18n';
import pieces from '../ui/pieces.module.css';
import { type SidebarGroup as Name, useOpenGroups } from './open-groups';
import classes from './shell.module.css';

interface SidebarGroupProps {
  readonly name: Name;
  readonly label: string;
  /** Where the label leads, for a group that is a screen too. */
  readonly link?: ReactNode;
  /** The open screen is in this group. */
  readonly current?: boolean;
  readonly children: () => ReactNode;
}

/** A group of the navigation, opened and closed by its label. */
export function SidebarGroup({ name, label, link, current = false, children }: SidebarGroupProps) {
  const t = useT();
  const id = useId();
  const groups = useOpenGroups();
  const open = groups.isOpen(name, current);
  return (
    <>
      <h2 className={classes.group}>
        {link}
        <UnstyledButton
          className={classes.groupToggle}
          data-alone={link === undefined || undefined}
          aria-label={t('nav.group', { name: label })}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => groups.set(name, !open)}
        >
          {link === undefined && <span className={`${pieces.word} ${classes.entryLabel}`}>{label}</span>}
          <IconChevronRight size={12} stroke={2} className={classes.groupArrow} aria-hidden />
        </UnstyledButton>
      </h2>
      {open && <div id={id}>{children()}</div>}
    </>
  );
}
