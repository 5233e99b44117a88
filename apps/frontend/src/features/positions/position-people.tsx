import type { PositionAnswer, UserAnswer } from '@gos/contract';
import { Group, UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Avatar } from '../../entities/user/avatar';
import { NameMark, usePersonName } from '../../entities/user/person-name';
import { useChangeUser } from '../../entities/user/use-change-user';
import pieces from '../../ui/pieces.module.css';
import classes from './positions.module.css';
import { usePositionsT } from './positions-texts';

const shownAtOnce = 12;

interface PositionPeopleProps {
  readonly position: PositionAnswer;
  /** undefined while they are being loaded */
  readonly people: readonly UserAnswer[] | undefined;
  readonly admin: boolean;
}

/** Shows the people of a position; an admin removes them here. */
export function PositionPeople({ position, people, admin }: PositionPeopleProps) {
  const t = usePositionsT();
  const nameOf = usePersonName();
  const { place } = useChangeUser();
  const [all, setAll] = useState(false);
  if (people === undefined) return <span className={pieces.nothing}>{position.people}</span>;
  if (people.length === 0) return <span className={pieces.nothing}>{t('positions.nobody')}</span>;
  const shown = all ? people : people.slice(0, shownAtOnce);
  return (
    <Group component="ul" gap={6} className={pieces.list} aria-label={t('positions.add-to', { name: position.name })}>
      {shown.map((user) => (
        <li key={user.id} className={classes.chip} data-inactive={!user.active || undefined}>
          <Avatar person={user} size={18} decorative />
          <span className={pieces.word}>{user.name}</span>
          <NameMark person={user} />
          {admin && (
            <UnstyledButton
              className={`${pieces.iconButton} ${classes.out}`}
              aria-label={t('positions.remove', { name: nameOf(user), position: position.name })}
              onClick={() =>
                place(
                  user,
                  user.positions.filter(({ id }) => id !== position.id),
                )
              }
            >
              <IconX size={13} stroke={1.75} aria-hidden />
            </UnstyledButton>
          )}
        </li>
      ))}
      {shown.length < people.length && (
        <li>
          <UnstyledButton className={classes.more} onClick={() => setAll(true)}>
            {t('positions.all', { count: people.length - shown.length })}
          </UnstyledButton>
        </li>
      )}
    </Group>
  );
}
