import type { MemberAnswer } from '@gos/contract';
import type { ProjectPermission } from '@gos/domain';
import { ActionIcon, Box, Group, Table, Text, TextInput, Tooltip } from '@mantine/core';
import { IconDoorExit, IconSearch, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../entities/project/project-context';
import { projectKeys, removeMember } from '../../entities/project/projects.api';
import { Avatar } from '../../entities/user/avatar';
import { PersonName, usePersonName } from '../../entities/user/person-name';
import { matchesName } from '../../entities/user/use-people';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { randomId } from '../../lib/random-id';
import { SmallButton } from '../../ui/buttons';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import pieces from '../../ui/pieces.module.css';
import screen from '../../ui/screen.module.css';
import { PlainTable } from '../../ui/table';
import { showProblem, showToast } from '../../ui/toast';
import { Spacer, Toolbar } from '../../ui/toolbar';
import { MemberPicker } from './member-picker';
import classes from './members.module.css';
import { NotificationSelect, notificationMessages, PermissionSelect, permissionMessages } from './membership-select';
import { useMembers } from './use-members';

const shownAtOnce = 50;
/** From this many on there is something to filter. */
const manyMembers = 8;

function LeaveDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const me = useMe();
  const project = useProject();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);

  async function leave() {
    if (busy) return;
    setBusy(true);
    try {
      await removeMember(project.id, me.id, randomId());
      await navigate({ to: '/tasks/projects' });
      client.removeQueries({ queryKey: projectKeys.detail(project.id) });
      void client.invalidateQueries({ queryKey: projectKeys.lists });
      showToast({ message: t('project.left', { name: project.name }) });
    } catch (error) {
      showProblem(error);
      onClose();
    }
  }

  return (
    <LazyAskDialog
      title={t('project.leave.title', { name: project.name })}
      text={t('project.leave.text')}
      answer={t('project.leave')}
      busy={busy}
      onAnswer={() => void leave()}
      onClose={onClose}
    />
  );
}

interface LowerDialogProps {
  readonly to: ProjectPermission;
  readonly onClose: () => void;
}

/** Warns managers before they give up managing the project, because they cannot undo it. */
function LowerDialog({ to, onClose }: LowerDialogProps) {
  const t = useT();
  const me = useMe();
  const project = useProject();
  const change = useMembers(project);
  return (
    <LazyAskDialog
      title={t('project.lower.title', { name: project.name })}
      text={t('project.lower.text')}
      answer={t('project.lower')}
      onAnswer={() => {
        onClose();
        void change({ kind: 'change', user: me, to: { permission: to } });
      }}
      onClose={onClose}
    />
  );
}

interface MemberRowProps {
  readonly member: MemberAnswer;
  readonly onLeave: () => void;
  readonly onLower: (to: ProjectPermission) => void;
}

function MemberRow({ member, onLeave, onLower }: MemberRowProps) {
  const t = useT();
  const nameOf = usePersonName();
  const me = useMe();
  const project = useProject();
  const change = useMembers(project);
  const { user, permission, notification } = member;
  const manages = project.can.members === true;
  const own = user.id === me.id;
  const listens = manages || (own && project.can.leave === true);
  const others = project.members.some((other) => other.user.id !== user.id && other.permission === 'manage');
  // An admin gives it back to themselves, and the last who manages keeps it anyhow.
  const asks = own && me.role !== 'admin' && others;

  return (
    <Table.Tr className={classes.row}>
      <Table.Th scope="row" className={classes.person}>
        <Group component="span" wrap="nowrap" gap={9} miw={0}>
          <Avatar person={user} size={24} decorative />
          <span className={pieces.word}>
            <PersonName person={user} />
          </span>
          {own && <span className={pieces.badge}>{t('project.member.you')}</span>}
        </Group>
      </Table.Th>
      <Table.Td className={classes.permission}>
        {manages ? (
          <PermissionSelect
            label={t('project.member.permission-of', { name: nameOf(user) })}
            value={permission}
            onChange={(to) => (asks ? onLower(to) : void change({ kind: 'change', user, to: { permission: to } }))}
          />
        ) : (
          t(permissionMessages[permission])
        )}
      </Table.Td>
      <Table.Td className={classes.notification}>
        {listens ? (
          <NotificationSelect
            label={t('project.member.notification-of', { name: nameOf(user) })}
            value={notification}
            onChange={(to) => void change({ kind: 'change', user, to: { notification: to } })}
          />
        ) : (
          t(notificationMessages[notification])
        )}
      </Table.Td>
      <Table.Td className={classes.actions}>
        {own && project.can.leave === true ? (
          <Tooltip label={t('project.leave')}>
            <ActionIcon size={28} aria-label={t('project.leave')} onClick={onLeave}>
              <IconDoorExit size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ) : (
          manages && (
            <Tooltip label={t('project.member.remove')}>
              <ActionIcon
                size={28}
                aria-label={t('project.member.remove-of', { name: nameOf(user) })}
                onClick={() => void change({ kind: 'remove', user })}
              >
                <IconX size={16} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Lists the members of a project with their permissions and notification levels. */
export function MembersScreen() {
  const t = useT();
  const project = useProject();
  const change = useMembers(project);
  const [text, setText] = useState('');
  const [all, setAll] = useState(false);
  const [joining, setJoining] = useState<ProjectPermission>('edit');
  const [leaving, setLeaving] = useState(false);
  const [lower, setLower] = useState<ProjectPermission | null>(null);
  const may = project.can.members;
  const found = project.members.filter(({ user }) => matchesName(user.name, text));
  const shown = all ? found : found.slice(0, shownAtOnce);

  return (
    <Box maw={860} className={screen.padded}>
      <Toolbar label={t('project.tab.users')}>
        {project.members.length >= manyMembers && (
          <TextInput
            type="search"
            size="xs"
            className={classes.search}
            aria-label={t('project.member.find')}
            placeholder={t('project.member.find')}
            leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {may === true ? (
          <>
            <Spacer wideOnly />
            <span className={classes.joins} aria-hidden>
              {t('project.member.joins-with')}
            </span>
            <PermissionSelect label={t('project.member.joins-with')} value={joining} onChange={setJoining} />
            <MemberPicker
              members={project.members.map(({ user }) => user)}
              onPick={(user) => void change({ kind: 'add', user, permission: joining, notification: 'all' })}
            />
          </>
        ) : (
          <Text inherit c="dimmed">
            {may === 'project.forbidden' ? t('project.member.no-permission') : t(may)}
          </Text>
        )}
      </Toolbar>
      {found.length === 0 ? (
        <Text inherit c="dimmed">
          {t(text.trim() === '' ? 'project.member.empty' : 'task.people.nobody')}
        </Text>
      ) : (
        <PlainTable stacked verticalSpacing={6} aria-label={t('project.tab.users')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('people.name')}</Table.Th>
              <Table.Th className={classes.permission}>{t('project.member.permission')}</Table.Th>
              <Table.Th className={classes.notification}>{t('project.member.notification')}</Table.Th>
              <Table.Th className={classes.actions}>
                <span className={pieces.hidden}>{t('task.row.actions-column')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((member) => (
              <MemberRow key={member.user.id} member={member} onLeave={() => setLeaving(true)} onLower={setLower} />
            ))}
          </Table.Tbody>
        </PlainTable>
      )}
      {shown.length < found.length && (
        <SmallButton variant="default" mt={12} onClick={() => setAll(true)}>
          {t('project.member.show-all', { count: found.length })}
        </SmallButton>
      )}
      {leaving && <LeaveDialog onClose={() => setLeaving(false)} />}
      {lower !== null && <LowerDialog to={lower} onClose={() => setLower(null)} />}
    </Box>
  );
}
