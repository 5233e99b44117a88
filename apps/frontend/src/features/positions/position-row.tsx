import type { PersonRef, PositionAnswer, UserAnswer } from '@gos/contract';
import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { PeoplePicker } from '../../entities/user/person-picker';
import { useChangeUser } from '../../entities/user/use-change-user';
import { personQuery } from '../../entities/user/users.api';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showRefusal } from '../../ui/toast';
import { PositionPeople } from './position-people';
import classes from './positions.module.css';
import { usePositionsT } from './positions-texts';

interface PositionRowProps {
  readonly position: PositionAnswer;
  readonly people: readonly UserAnswer[] | undefined;
  readonly admin: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function Actions({ position, people = [], onEdit, onDelete }: Omit<PositionRowProps, 'admin'>) {
  const t = usePositionsT();
  const client = useQueryClient();
  const { place } = useChangeUser();
  const { id, name } = position;

  async function add(person: PersonRef) {
    try {
      // The person keeps their other positions.
      const user = await client.fetchQuery({ ...personQuery(person.id), staleTime: 0 });
      place(user, [...user.positions.filter((one) => one.id !== id), { id, name }]);
    } catch (error) {
      showProblem(error);
    }
  }
  function takeOut({ id: userId }: PersonRef) {
    const user = people.find((one) => one.id === userId);
    if (user) {
      place(
        user,
        user.positions.filter((one) => one.id !== id),
      );
    }
  }

  return (
    <Group component="span" display="inline-flex" gap={2}>
      <PeoplePicker
        label={t('positions.add-to', { name })}
        value={people}
        onAdd={(person) => void add(person)}
        onRemove={takeOut}
      >
        {(props) => (
          <Tooltip label={t('positions.add')}>
            <ActionIcon {...props} size={28} aria-label={`${t('positions.add')}: ${name}`}>
              <IconUserPlus size={16} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
      </PeoplePicker>
      <Tooltip label={t('positions.edit')}>
        <ActionIcon size={28} aria-label={t('positions.edit-of', { name })} onClick={onEdit}>
          <IconPencil size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('positions.delete')}>
        <ActionIcon
          size={28}
          aria-label={t('positions.delete-of', { name })}
          onClick={() => (people.length > 0 ? showRefusal(t('position.in-use')) : onDelete())}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

export function PositionRow({ admin, ...row }: PositionRowProps) {
  const t = usePositionsT();
  const { position, people } = row;
  return (
    <Table.Tr className={classes.row}>
      <Table.Th scope="row" className={classes.name}>
        {position.name}{' '}
        <Text span inherit c="dimmed" ml={4} fw={400} className={pieces.digits}>
          {people?.length ?? position.people}
        </Text>
        {position.attendance && (
          <span className={pieces.badge} title={t('positions.attendance.help')}>
            {t('people.attendance')}
          </span>
        )}
      </Table.Th>
      <Table.Td>
        <PositionPeople position={position} people={people} admin={admin} />
      </Table.Td>
      {admin && (
        <Table.Td className={classes.actions}>
          <Actions {...row} />
        </Table.Td>
      )}
    </Table.Tr>
  );
}
