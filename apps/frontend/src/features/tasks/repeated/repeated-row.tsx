import type { RepeatedTaskAnswer } from '@gos/contract';
import { ActionIcon, Menu, Table } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { PersonLabel } from '../../../entities/user/avatar';
import pieces from '../../../ui/pieces.module.css';
import classes from './repeated.module.css';
import { useRepeatedT } from './repeated-texts';
import { ruleText } from './rule-text';
import type { useRepeatedActions } from './use-repeated-actions';

/** One person, or the holders of a position. */
export function ForWhom({ definition: { solver, position, createFor } }: { readonly definition: RepeatedTaskAnswer }) {
  const t = useRepeatedT();
  if (createFor === 'user') return <PersonLabel person={solver} none={t('task.solver.none')} />;
  return (
    <span className={pieces.inline} title={t(`repeated.for.${createFor}`)}>
      <IconUsersGroup size={16} stroke={1.75} color="var(--gos-muted)" aria-hidden />
      <span className={pieces.word}>{position?.name}</span>
      {createFor === 'meeting' && <span className={pieces.badge}>{t('task.type.meeting')}</span>}
    </span>
  );
}

interface RowProps {
  readonly definition: RepeatedTaskAnswer;
  readonly actions: ReturnType<typeof useRepeatedActions>;
  readonly onDeactivate: (definition: RepeatedTaskAnswer) => void;
}

function RowMenu({ definition, actions, onDeactivate }: RowProps) {
  const t = useRepeatedT();
  const { id, name, active, can } = definition;
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('repeated.actions-of', { name })}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {can.edit === true && (
          <Menu.Item
            renderRoot={(props) => (
              <Link {...props} to="/tasks/repeated/$repeatedTaskId/edit" params={{ repeatedTaskId: id }} />
            )}
            leftSection={<IconPencil size={15} stroke={1.75} />}
          >
            {t('repeated.action.edit')}
          </Menu.Item>
        )}
        {active && can.deactivate === true && (
          <Menu.Item leftSection={<IconPlayerPause size={15} stroke={1.75} />} onClick={() => onDeactivate(definition)}>
            {t('repeated.action.deactivate')}…
          </Menu.Item>
        )}
        {!active && can.activate === true && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={15} stroke={1.75} />}
            onClick={() => void actions.setActive(definition, true)}
          >
            {t('repeated.action.activate')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.75} />} onClick={() => void actions.copyName(name)}>
          {t('task.row.copy-name')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

export function RepeatedRow(props: RowProps) {
  const { definition } = props;
  const t = useRepeatedT();
  const { locale } = useIntl();
  const { id, name, active, contractor, next } = definition;
  const rule = ruleText(t, locale, definition);
  return (
    <Table.Tr data-inactive={!active || undefined}>
      <Table.Th scope="row" className={classes.name}>
        <Link to="/tasks/repeated/$repeatedTaskId" params={{ repeatedTaskId: id }}>
          <span className={pieces.word} title={name}>
            {name}
          </span>
        </Link>
      </Table.Th>
      <Table.Td className={classes.rule} title={rule}>
        {rule}
      </Table.Td>
      <Table.Td className={classes.who}>
        <ForWhom definition={definition} />
      </Table.Td>
      <Table.Td className={classes.contractor}>
        <PersonLabel person={contractor} />
      </Table.Td>
      <Table.Td className={classes.next}>
        {active && next !== null ? <DeadlineText deadline={next} done /> : <span className={pieces.nothing}>–</span>}
      </Table.Td>
      <Table.Td className={classes.active}>{t(active ? 'project.state.active' : 'project.state.inactive')}</Table.Td>
      <Table.Td className={classes.actions}>
        <RowMenu {...props} />
      </Table.Td>
    </Table.Tr>
  );
}
