import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { foldText, type TaskState } from '@gos/domain';
import { Box, Combobox, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NamedStateRing } from '../../../entities/task/state-ring';
import { pickTaskQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { Dialog } from '../../../ui/dialog';
import pieces from '../../../ui/pieces.module.css';
import classes from './graph.module.css';
import { isKnown, wouldCircle } from './graph-model';

export interface Choice {
  readonly id: number;
  readonly name: string | null;
  readonly state: TaskState | null;
}

interface PredecessorDialogProps {
  readonly node: TaskGraphNode;
  readonly graph: TaskGraphAnswer;
  readonly ordered: readonly TaskGraphNode[];
  readonly onPick: (choice: Choice) => void;
  readonly onClose: () => void;
}

/** Chooses a predecessor: tasks of the network first, then other search results. */
export function PredecessorDialog({ node, graph, ordered, onPick, onClose }: PredecessorDialogProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 120);
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const found = useQuery({ ...pickTaskQuery(asked), enabled: asked !== '' });

  const words = foldText(text).split(/\s+/).filter(Boolean);
  const there = new Set(graph.edges.filter(({ to }) => to === node.id).map(({ from }) => from));
  const near = ordered.filter(
    (other) =>
      isKnown(other) &&
      other.id !== node.id &&
      !there.has(other.id) &&
      words.every((word) => foldText(`${other.id} ${other.name}`).includes(word)),
  );
  const known = new Set(graph.nodes.map(({ id }) => id));
  const far = asked === '' || text.trim() === '' ? [] : (found.data?.items ?? []).filter(({ id }) => !known.has(id));
  const choices: readonly Choice[] = [...near, ...far];

  useEffect(() => {
    combobox.selectFirstOption();
  }, [choices.map(({ id }) => id).join()]);

  const option = ({ id, name, state }: Choice) => {
    const circle = wouldCircle(graph.edges, id, node.id);
    return (
      <Combobox.Option key={id} value={String(id)} disabled={circle} className={`${pieces.row} ${classes.choice}`}>
        {state && <NamedStateRing state={state} size={14} />}
        <span className={`${pieces.nothing} ${pieces.digits}`}>{id}</span>
        <Box component="span" className={pieces.word} flex={1}>
          {name}
        </Box>
        {circle && (
          <Box component="span" visibleFrom="sm" flex="none" c="dimmed" fz={11.5}>
            {t('task.predecessors.circle')}
          </Box>
        )}
      </Combobox.Option>
    );
  };

  return (
    <Dialog
      onClose={onClose}
      returnFocus={false}
      size={520}
      title={t('task.graph.predecessor-of', { name: node.name })}
    >
      <Combobox
        store={combobox}
        onOptionSubmit={(value) => {
          const chosen = choices.find(({ id }) => String(id) === value);
          if (chosen) onPick({ id: chosen.id, name: chosen.name, state: chosen.state });
        }}
      >
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            leftSection={<IconSearch size={16} aria-hidden />}
            aria-label={t('task.predecessors.find')}
            placeholder={t('task.predecessors.find')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.choices} aria-label={t('task.predecessors.add')}>
          {near.length > 0 && <Combobox.Group label={t('task.graph.in-graph')}>{near.map(option)}</Combobox.Group>}
          {far.length > 0 && <Combobox.Group label={t('task.graph.elsewhere')}>{far.map(option)}</Combobox.Group>}
          {choices.length === 0 && (
            <Combobox.Empty>{t(found.isFetching ? 'task.people.loading' : 'task.predecessors.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}
