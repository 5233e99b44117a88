import type { UserAnswer } from '@gos/contract';
import { type GlobalRole, globalRoles } from '@gos/domain';
import { Select, Switch, Table } from '@mantine/core';
import { Avatar } from '../../entities/user/avatar';
import { PositionsPicker } from '../../entities/user/positions-picker';
import { useChangeUser } from '../../entities/user/use-change-user';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { ValueButton } from '../../ui/fields/value-button';
import pieces from '../../ui/pieces.module.css';
import classes from './people.module.css';

function Positions({ user }: { readonly user: UserAnswer }) {
  const t = useT();
  const { role } = useMe();
  const { place } = useChangeUser();
  const names = user.positions.map(({ name }) => name).join(', ');
  if (role !== 'admin') return names || '–';
  const label = t('people.positions-of', { name: user.name });
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

interface PersonRowProps {
  readonly user: UserAnswer;
  /** Deactivating is asked about first. */
  readonly onLeave: () => void;
}

export function PersonRow({ user, onLeave }: PersonRowProps) {
  const t = useT();
  const admin = useMe().role === 'admin';
  const { change } = useChangeUser();
  const roleName = (role: GlobalRole) => t(`people.role.${role}`);
  return (
    <Table.Tr className={classes.row} data-inactive={!user.active || undefined}>
      <Table.Td>
        <span className={classes.person}>
          <Avatar person={user} size={24} decorative />
          {user.name}
          {!user.active && <span className={pieces.badge}>{t('people.inactive')}</span>}
        </span>
      </Table.Td>
      <Table.Td className={classes.wide}>{user.email ?? '–'}</Table.Td>
      <Table.Td className={classes.positions}>
        <Positions user={user} />
      </Table.Td>
      <Table.Td className={classes.roleCell}>
        {admin ? (
          <Select
            size="xs"
            className={classes.role}
            allowDeselect={false}
            aria-label={t('people.role-of', { name: user.name })}
            data={globalRoles.map((role) => ({ value: role, label: roleName(role) }))}
            value={user.role}
            onChange={(role) => role && role !== user.role && change(user, { role: role as GlobalRole })}
          />
        ) : (
          roleName(user.role)
        )}
      </Table.Td>
      {admin && (
        <Table.Td className={classes.active}>
          <Switch
            aria-label={t('people.active-of', { name: user.name })}
            checked={user.active}
            onChange={({ currentTarget: { checked } }) => (checked ? change(user, { active: true }) : onLeave())}
          />
        </Table.Td>
      )}
    </Table.Tr>
  );
}
