import type { TaskState } from '@gos/domain';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { IconLock, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { NamedStateRing } from '../../../entities/task/state-ring';
import { addSubtask, waitFor } from '../../../entities/task/task-changes';
import { pickTaskQuery } from '../../../entities/task/tasks.api';
import { Avatar } from '../../../entities/user/avatar';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { Picker } from '../../../ui/fields/picker';
import pieces from '../../../ui/pieces.module.css';
import { placeSubtask } from '../common/subtask-place';
import { SubtaskForm } from '../fields/subtask-form';
import { GraphLink } from '../graph/graph-link';
import { classes } from './panel-classes';
import { AddButton, PanelSection } from './panel-section';
import { usePanelTask } from './panel-task';

interface LinkedTask {
  readonly id: number;
  readonly name: string | null;
  readonly state: TaskState | null;
  readonly deleted?: boolean;
}

/** Another task, as far as the reader may see it. */
function TaskLine({ task, children }: { readonly task: LinkedTask; readonly children?: ReactNode }) {
  const t = useT();
  return (
    <li className={classes.line}>
      {task.state === null ? <IconLock size={15} stroke={1.75} aria-hidden /> : <NamedStateRing state={task.state} />}
      {task.name === null || task.id < 0 ? (
        <span className={classes.lineName}>{task.name ?? t('task.hidden', { id: task.id })}</span>
      ) : (
        <Link
          to="."
          search={(previous: object) => ({ ...previous, taskId: task.id })}
          className={classes.lineName}
          preload={false}
        >
          {task.name}
        </Link>
      )}
      {task.deleted && (
        <Text span visibleFrom="sm" flex="none" c="dimmed" fz={11.5} lh="inherit">
          {t('task.deleted-note')}
        </Text>
      )}
      {children}
    </li>
  );
}

export function Subtasks() {
  const t = useT();
  const client = useQueryClient();
  const { task, actions, past, atMoment } = usePanelTask();
  const [adding, setAdding] = useState(false);
  const [name, setName] = useState('');
  const may = !past && task.can.subtasks === true;
  const solved = task.subtasks.filter(({ state }) => state === 'solved').length;
  if (task.subtasks.length === 0 && !may) return null;
  const empty = task.subtasks.length === 0 && !adding;

  function begin() {
    setAdding(true);
    void placeSubtask(client, task);
  }

  async function add(given: string) {
    const place = await placeSubtask(client, task);
    const outcome = await actions.run(addSubtask({ name: given, place }));
    return outcome.ok || 'ignored' in outcome;
  }

  return (
    <PanelSection
      label={t('task.field.subtasks')}
      count={task.subtasks.length > 0 ? t('task.subtasks.count', { solved, total: task.subtasks.length }) : undefined}
      empty={empty}
      add={
        <>
          {may && !adding && <AddButton empty={empty} label={t('task.subtasks.add')} onClick={begin} />}
          {!atMoment && (task.type === 'graph' || task.subtasks.length > 0) && <GraphLink taskId={task.id} />}
        </>
      }
    >
      {task.subtasks.length > 0 && (
        <ul className={classes.lines}>
          {task.subtasks.map((subtask) => (
            <TaskLine key={subtask.id} task={subtask}>
              {subtask.solver && <Avatar person={subtask.solver} />}
            </TaskLine>
          ))}
        </ul>
      )}
      {may && adding && (
        <SubtaskForm
          className={classes.addLine}
          autoFocus
          name={name}
          onName={setName}
          onAdd={add}
          onEscape={() => setAdding(false)}
        >
          <SmallButton variant="default" onClick={() => setAdding(false)}>
            {t('task.action.close')}
          </SmallButton>
        </SubtaskForm>
      )}
    </PanelSection>
  );
}

function PredecessorPicker() {
  const t = useT();
  const { task, actions } = usePanelTask();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const { data, isPending } = useQuery({ ...pickTaskQuery(search.trim()), enabled: opened });
  const there = new Set([task.id, ...task.predecessors.map(({ id }) => id)]);
  const found = (data?.items ?? []).filter(({ id }) => !there.has(id));
  return (
    <Picker
      label={t('task.predecessors.add')}
      placeholder={t('task.predecessors.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(isPending ? 'task.people.loading' : 'task.predecessors.nothing')}
      onPick={(value) => {
        const chosen = found.find(({ id }) => String(id) === value);
        if (chosen === undefined) return;
        const { id, name, state } = chosen;
        void actions.run(waitFor({ id, name, state }));
      }}
      options={found.map(({ id, name, state }) => ({
        value: String(id),
        content: (
          <Group component="span" gap={8} wrap="nowrap" miw={0}>
            <NamedStateRing state={state} size={14} />
            <span className={`${pieces.nothing} ${pieces.digits}`}>{id}</span>
            <span className={pieces.word}>{name}</span>
          </Group>
        ),
      }))}
    >
      {(props) => <AddButton {...props} empty={task.predecessors.length === 0} label={t('task.predecessors.add')} />}
    </Picker>
  );
}

export function Predecessors() {
  const t = useT();
  const { task, actions, past } = usePanelTask();
  const may = !past && task.can.predecessors === true;
  if (task.predecessors.length === 0 && !may) return null;
  return (
    <PanelSection
      label={t('task.field.predecessors')}
      count={task.predecessors.length > 0 ? task.predecessors.length : undefined}
      empty={task.predecessors.length === 0}
      add={may && <PredecessorPicker />}
    >
      {task.predecessors.length > 0 && (
        <ul className={classes.lines}>
          {task.predecessors.map((predecessor) => (
            <TaskLine key={predecessor.id} task={predecessor}>
              {may && (
                <UnstyledButton
                  className={pieces.iconButton}
                  aria-label={t('task.predecessors.remove', { name: predecessor.name ?? `#${predecessor.id}` })}
                  onClick={() => void actions.run({ type: 'removePredecessor', body: { taskId: predecessor.id } })}
                >
                  <IconX size={14} stroke={1.75} />
                </UnstyledButton>
              )}
            </TaskLine>
          ))}
        </ul>
      )}
    </PanelSection>
  );
}
