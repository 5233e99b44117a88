import type { UserAnswer } from '@gos/contract';
import { type GlobalRole, globalRoles, mayBeGrantedAttendance } from '@gos/domain';
import { Select, Switch, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../entities/user/avatar';
import { NameMark, usePersonName } from '../../entities/user/person-name';
import { PositionsPicker } from '../../entities/user/positions-picker';
import { useChangeUser } from '../../entities/user/use-change-user';
import { ValueButton } from '../../ui/fields/value-button';
import pieces from '../../ui/pieces.module.css';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';
import { RateField } from './rate-field';

interface FieldProps {
  readonly user: UserAnswer;
  readonly admin: boolean;
}

export function PositionsField({ user, admin }: FieldProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { place } = useChangeUser();
  const names = user.positions.map(({ name }) => name).join(', ');
  if (!admin) return names || '–';
  const label = t('people.positions-of', { name: nameOf(user) });
  return (
    <PositionsPicker label={label} value={user.positions} onChange={(positions) => place(user, positions)}>
      {(props) => (
        <ValueButton {...props} className={classes.placed} action={label}>
          {names || <span className={pieces.nothing}>{t('people.positions.give')}</span>}
        </ValueButton>
      )}
    </PositionsPicker>
  );
}

export function RoleField({ user, admin }: FieldProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { change } = useChangeUser();
  if (!admin) return t(`people.role.${user.role}`);
  return (
    <Select
      size="xs"
      className={classes.role}
      allowDeselect={false}
      aria-label={t('people.role-of', { name: nameOf(user) })}
      data={globalRoles.map((role) => ({ value: role, label: t(`people.role.${role}`) }))}
      value={user.role}
      onChange={(role) => role && role !== user.role && change(user, { role: role as GlobalRole })}
    />
  );
}

/** The right to the attendance of others, granted to the person; not to collaborators and auditors. */
export function AttendanceField({ user, admin }: FieldProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { change } = useChangeUser();
  if (!admin) return t(user.attendance ? 'people.attendance.yes' : 'people.attendance.no');
  if (!mayBeGrantedAttendance(user.role)) return t('people.attendance.never');
  return (
    <Switch
      aria-label={t('people.attendance-of', { name: nameOf(user) })}
      label={t(user.attendance ? 'people.attendance.yes' : 'people.attendance.no')}
      description={t('people.attendance.help')}
      checked={user.attendance}
      onChange={({ currentTarget: { checked } }) => change(user, { attendance: checked })}
    />
  );
}

interface PersonRowProps extends FieldProps {
  /** The reader sees everybody's e-mail, phone and rate. */
  readonly open: boolean;
  /** Opens the dialog that confirms a deactivation. */
  readonly onLeave: () => void;
}

export function PersonRow({ user, admin: keeps, open, onLeave }: PersonRowProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { change } = useChangeUser();
  // Erased people are read-only.
  const admin = keeps && !user.erased;
  return (
    <Table.Tr className={classes.row} data-inactive={!user.active || undefined}>
      <Table.Td>
        <Link to="/people/$userId" params={{ userId: user.id }} className={`${pieces.plainLink} ${classes.person}`}>
          <Avatar person={user} size={24} decorative />
          <span className={pieces.word}>{user.name}</span>
          <NameMark person={user} />
          {!user.active && <span className={pieces.badge}>{t('people.inactive')}</span>}
        </Link>
      </Table.Td>
      {open && (
        <>
          <Table.Td className={classes.wide}>{user.email ?? '–'}</Table.Td>
          <Table.Td className={classes.phone}>{user.phone ?? '–'}</Table.Td>
        </>
      )}
      <Table.Td className={classes.positions}>
        <PositionsField user={user} admin={admin} />
      </Table.Td>
      <Table.Td className={classes.roleCell}>
        <RoleField user={user} admin={admin} />
      </Table.Td>
      {open && (
        <Table.Td className={classes.rateCell}>
          <RateField user={user} admin={admin} />
        </Table.Td>
      )}
      {keeps && (
        <Table.Td className={classes.active}>
          {admin && (
            <Switch
              aria-label={t('people.active-of', { name: nameOf(user) })}
              checked={user.active}
              onChange={({ currentTarget: { checked } }) => (checked ? change(user, { active: true }) : onLeave())}
            />
          )}
        </Table.Td>
      )}
    </Table.Tr>
  );
}
