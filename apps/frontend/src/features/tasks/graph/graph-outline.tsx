import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { ActionIcon, Box, Stack } from '@mantine/core';
import { IconDots, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { NamedStateRing } from '../../../entities/task/state-ring';
import { Avatar } from '../../../entities/user/avatar';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import classes from './graph.module.css';
import type { Anchor } from './graph-canvas-context';
import { isKnown } from './graph-model';
import { taskSearch } from './graph-search';
import { useGraphWords } from './graph-words';

interface GraphOutlineProps {
  readonly graph: TaskGraphAnswer;
  readonly ordered: readonly TaskGraphNode[];
  readonly onCurrent: (id: number) => void;
  readonly onMenu: (id: number, at: Anchor) => void;
  readonly onKey: (id: number, event: KeyboardEvent) => void;
}

/** The network as an ordered list: each subtask with its state and what it waits for. */
export function GraphOutline({ graph, ordered, onCurrent, onMenu, onKey }: GraphOutlineProps) {
  const t = useT();
  const { nameOf, notesOf } = useGraphWords();
  return (
    <ol className={`${pieces.rows} ${classes.outline}`} aria-label={t('task.graph.outline-label')}>
      {ordered
        .filter(({ parentId }) => parentId !== null)
        .map((node) => {
          return (
            <li
              key={node.id}
              className={`${pieces.row} ${classes.item}`}
              onFocus={() => onCurrent(node.id)}
              onKeyDown={(event) => {
                if (event.target instanceof Element && event.target.closest('a')) onKey(node.id, event);
              }}
            >
              {node.state === null ? (
                <IconLock size={16} stroke={1.75} aria-hidden />
              ) : (
                <NamedStateRing state={node.state} />
              )}
              <Stack gap={0} flex={1} miw={0}>
                {isKnown(node) ? (
                  <Link
                    to="."
                    search={taskSearch(node.id)}
                    preload={false}
                    className={classes.itemName}
                    data-graph-node={node.id}
                  >
                    {node.name}
                  </Link>
                ) : (
                  <span className={classes.itemName}>{nameOf(node)}</span>
                )}
                {notesOf(graph, node).map((note) => (
                  <span key={note} className={classes.itemNote}>
                    {note}
                  </span>
                ))}
              </Stack>
              {node.state !== 'solved' && node.deadline !== null && (
                <Box component="span" flex="none" c="dimmed" fz={12.5}>
                  <DeadlineText deadline={node.deadline} />
                </Box>
              )}
              {node.solver && <Avatar person={node.solver} size={22} />}
              {isKnown(node) && (
                <ActionIcon
                  size={28}
                  aria-label={t('task.graph.menu', { name: node.name })}
                  aria-haspopup="menu"
                  onClick={(event) => {
                    const { left, bottom } = event.currentTarget.getBoundingClientRect();
                    onMenu(node.id, { left, top: bottom });
                  }}
                >
                  <IconDots size={16} stroke={1.75} />
                </ActionIcon>
              )}
            </li>
          );
        })}
    </ol>
  );
}

/** The same list for screen readers. */
export function SpokenOutline({ graph, ordered }: Pick<GraphOutlineProps, 'graph' | 'ordered'>) {
  const t = useT();
  const { described } = useGraphWords();
  return (
    <ol className={pieces.hidden} aria-label={t('task.graph.outline-label')}>
      {ordered
        .filter(({ parentId }) => parentId !== null)
        .map((node) => (
          <li key={node.id}>{described(graph, node)}</li>
        ))}
    </ol>
  );
}
