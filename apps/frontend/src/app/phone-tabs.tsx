import { UnstyledButton } from '@mantine/core';
import {
  IconCircleCheck,
  IconClipboardCheck,
  IconFolders,
  IconHistory,
  IconMenu2,
  IconPlus,
  IconSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isOffered } from '../entities/user/offers';
import { useMe } from '../entities/user/users.api';
import { type MessageId, useT } from '../i18n';
import { pastMoment } from '../lib/past';
import pieces from '../ui/pieces.module.css';
import classes from './shell.module.css';

interface ContentProps {
  readonly icon: TablerIcon;
  readonly label: MessageId;
}

function Content({ icon: Icon, label }: ContentProps) {
  const t = useT();
  return (
    <>
      <Icon size={22} stroke={1.75} aria-hidden />
      <span className={pieces.word} style={{ maxWidth: '100%' }}>
        {t(label)}
      </span>
    </>
  );
}

const Tab = ({
  to,
  ...content
}: ContentProps & { readonly to: '/tasks' | '/tasks/to-accept' | '/tasks/new' | '/audit' | '/tasks/projects' }) => (
  <Link to={to} className={classes.tab} activeOptions={{ exact: true, includeSearch: false }}>
    <Content {...content} />
  </Link>
);

interface PhoneTabsProps {
  readonly onSearch: () => void;
  readonly onMenu: () => void;
}

/** Main destinations within reach of a thumb. */
export function PhoneTabs({ onSearch, onMenu }: PhoneTabsProps) {
  const t = useT();
  return (
    <nav className={classes.tabs} aria-label={t('nav.quick')}>
      {isOffered(useMe(), 'work') ? (
        <>
          <Tab to="/tasks" icon={IconCircleCheck} label="nav.to-complete" />
          <Tab to="/tasks/to-accept" icon={IconClipboardCheck} label="nav.to-accept" />
          {pastMoment() === null && <Tab to="/tasks/new" icon={IconPlus} label="nav.new-task" />}
        </>
      ) : (
        <>
          <Tab to="/audit" icon={IconHistory} label="nav.audit" />
          <Tab to="/tasks/projects" icon={IconFolders} label="nav.projects" />
        </>
      )}
      <UnstyledButton className={classes.tab} onClick={onSearch}>
        <Content icon={IconSearch} label="nav.search" />
      </UnstyledButton>
      <UnstyledButton className={classes.tab} onClick={onMenu}>
        <Content icon={IconMenu2} label="app.menu" />
      </UnstyledButton>
    </nav>
  );
}
