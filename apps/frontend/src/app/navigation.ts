import type { MeAnswer, TaskCounts } from '@gos/contract';
import {
  IconActivity,
  IconArchive,
  IconCalendar,
  IconCalendarClock,
  IconCalendarPlus,
  IconCalendarRepeat,
  IconCalendarStats,
  IconCalendarUser,
  IconChecks,
  IconCircleCheck,
  IconClipboardCheck,
  IconEye,
  IconFolderPlus,
  IconFolders,
  IconHandGrab,
  IconHistory,
  IconIdBadge2,
  IconPackageExport,
  IconRepeat,
  IconSearch,
  IconSend,
  IconShieldCheck,
  IconTable,
  IconTrash,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import { isOffered, type Part } from '../entities/user/offers';
import type { MessageId } from '../i18n';
import { pastMoment } from '../lib/past';

export interface NavigationEntry {
  readonly to:
    | '/tasks'
    | '/tasks/given'
    | '/tasks/to-accept'
    | '/tasks/notified'
    | '/tasks/planned'
    | '/tasks/archive'
    | '/tasks/archive/finished'
    | '/tasks/archive/completed'
    | '/tasks/archive/accepted'
    | '/tasks/archive/deleted'
    | '/tasks/projects'
    | '/tasks/project-new'
    | '/tasks/repeated'
    | '/tasks/repeated-new'
    | '/tasks/search'
    | '/tasks/calendar'
    | '/audit'
    | '/audit/log'
    | '/people'
    | '/attendance'
    | '/attendance/activity'
    | '/attendance/availability'
    | '/attendance/plans'
    | '/attendance/team'
    | '/attendance/team-month'
    | '/people/positions';
  readonly label: MessageId;
  readonly icon: TablerIcon;
  readonly count?: keyof TaskCounts;
  /** Second key after `g`. */
  readonly key?: string;
  /** Highlights a count that requires an action. */
  readonly calls?: boolean;
  /** Shown while somewhere below its parent. */
  readonly under?: '/tasks/archive' | '/audit';
  /** Part of the product that the entry belongs to. */
  readonly needs?: Part;
}

export const taskNavigation: readonly NavigationEntry[] = [
  { to: '/tasks', label: 'nav.to-complete', icon: IconCircleCheck, count: 'to-complete', key: 'k', needs: 'work' },
  { to: '/tasks/given', label: 'nav.given', icon: IconSend, count: 'given', key: 'g', needs: 'work' },
  {
    to: '/tasks/to-accept',
    label: 'nav.to-accept',
    icon: IconClipboardCheck,
    count: 'to-accept',
    key: 'a',
    calls: true,
    needs: 'work',
  },
  { to: '/tasks/notified', label: 'nav.notified', icon: IconEye, count: 'notified', key: 'n', needs: 'work' },
  { to: '/tasks/planned', label: 'nav.planned', icon: IconCalendarClock, count: 'planned', key: 'p', needs: 'work' },
  { to: '/tasks/archive', label: 'nav.archive', icon: IconArchive, key: 'r', needs: 'work' },
  {
    to: '/tasks/archive/finished',
    label: 'task.list.finished',
    icon: IconPackageExport,
    under: '/tasks/archive',
    needs: 'work',
  },
  {
    to: '/tasks/archive/completed',
    label: 'task.list.completed',
    icon: IconChecks,
    under: '/tasks/archive',
    needs: 'work',
  },
  {
    to: '/tasks/archive/accepted',
    label: 'task.list.accepted',
    icon: IconHandGrab,
    under: '/tasks/archive',
    needs: 'work',
  },
  { to: '/tasks/archive/deleted', label: 'nav.deleted', icon: IconTrash, under: '/tasks/archive' },
  { to: '/tasks/repeated', label: 'nav.repeated', icon: IconRepeat, key: 'o' },
  { to: '/tasks/repeated-new', label: 'nav.new-repeated', icon: IconCalendarRepeat, needs: 'work' },
  { to: '/tasks/projects', label: 'nav.projects', icon: IconFolders, key: 'j' },
  { to: '/tasks/project-new', label: 'nav.new-project', icon: IconFolderPlus, needs: 'projects' },
  { to: '/tasks/search', label: 'nav.search', icon: IconSearch, key: 's' },
  { to: '/tasks/calendar', label: 'nav.calendar', icon: IconCalendar, key: 'c', needs: 'work' },
  { to: '/audit', label: 'nav.audit', icon: IconHistory, key: 'l', needs: 'audit' },
  { to: '/audit/log', label: 'nav.log-proof', icon: IconShieldCheck, under: '/audit', needs: 'audit' },
];

/** The group Attendance. */
export const attendanceNavigation: readonly NavigationEntry[] = [
  { to: '/attendance/availability', label: 'nav.availability', icon: IconCalendarUser, key: 'v' },
  { to: '/attendance/activity', label: 'nav.activity', icon: IconActivity, key: 'y' },
  { to: '/attendance', label: 'nav.attendance-month', icon: IconCalendarStats, key: 'm' },
  { to: '/attendance/team', label: 'nav.team', icon: IconUsersGroup, key: 'e' },
  { to: '/attendance/team-month', label: 'nav.team-month', icon: IconTable, needs: 'attendance' },
  { to: '/attendance/plans', label: 'nav.plans', icon: IconCalendarPlus, key: 'd', needs: 'work' },
];

export const peopleNavigation: readonly NavigationEntry[] = [
  { to: '/people', label: 'nav.people.list', icon: IconUsers, key: 'u' },
  { to: '/people/positions', label: 'nav.positions', icon: IconIdBadge2 },
];

/** The entries that a person is offered. */
export const offeredEntries = (
  me: Pick<MeAnswer, 'role' | 'attendance' | 'mayCreateProjects'>,
  entries: readonly NavigationEntry[],
) => entries.filter(({ to, needs }) => isOffered(me, needs) && (pastMoment() === null || !to.endsWith('-new')));

const others: Readonly<Record<string, MessageId>> = {
  '/': 'home.title',
  '/admin': 'nav.admin',
  '/admin/jobs': 'nav.jobs',
  '/admin/settings': 'nav.settings',
  '/attendance/worked': 'nav.worked-day',
  '/people/invitations': 'area.users.new-associate',
  '/profile': 'profile.title',
  '/tasks/new': 'nav.new-task',
};

const areaTitle = (path: string) => `area.${/^\/areas\/([^/]+)$/.exec(path)?.[1]}`;

/**
 * The name of the screen at a path.
 * @param messages those that there are
 */
export function titleOf(path: string, messages: object): MessageId | undefined {
  const plain = path.replace(/(?<=.)\/$/, '');
  const area = areaTitle(plain);
  if (Object.hasOwn(messages, area)) return area as MessageId;
  // A definition and its form are of their list.
  if (plain.startsWith('/tasks/repeated/')) return 'nav.repeated';
  if (/^\/people\/\d+$/.test(plain)) return 'nav.people.list';
  return (
    [...taskNavigation, ...attendanceNavigation, ...peopleNavigation].find(({ to }) => to === plain)?.label ??
    others[plain]
  );
}
