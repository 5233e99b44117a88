import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { Kbd, Menu, UnstyledButton } from '@mantine/core';
import { IconArrowNarrowRight, IconHierarchy3, IconLinkMinus, IconLinkPlus, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { predecessorsOf } from '../../../entities/task/task-graph';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import type { Anchor } from './graph-canvas-context';
import { graphSearch, taskSearch } from './graph-search';
import { useGraphWords } from './graph-words';

interface NodeMenuProps {
  readonly node: TaskGraphNode;
  readonly graph: TaskGraphAnswer;
  readonly at: Anchor;
  /** Subtasks may be added to the network. */
  readonly mayAdd: boolean;
  readonly onClose: () => void;
  readonly onPick: () => void;
  readonly onDisconnect: (from: number) => void;
  readonly onAddAfter: () => void;
}

const icon = { size: 15, stroke: 1.75 } as const;

/** The actions of one task of the network; a disabled one shows its reason. */
export function NodeMenu({ node, graph, at, mayAdd, onClose, onPick, onDisconnect, onAddAfter }: NodeMenuProps) {
  const t = useT();
  const navigate = useNavigate();
  const { nameOf } = useGraphWords();
  const allowed = node.can?.predecessors ?? 'task.forbidden';
  const hasParts = graph.nodes.some(({ parentId }) => parentId === node.id);
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      withinPortal
      width={280}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      // The key that opens it is still on its way to the document.
      clickOutsideEvents={['mousedown', 'touchstart']}
    >
      <Menu.Target>
        <UnstyledButton
          pos="fixed"
          w={1}
          h={1}
          style={at}
          tabIndex={-1}
          aria-hidden
          aria-label={t('task.graph.menu', { name: node.name })}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowNarrowRight {...icon} />}
          rightSection={<Kbd>Enter</Kbd>}
          onClick={() => void navigate({ to: '.', search: taskSearch(node.id) })}
        >
          {t('task.graph.open-task')}
        </Menu.Item>
        {hasParts && (
          <Menu.Item
            leftSection={<IconHierarchy3 {...icon} />}
            onClick={() => void navigate({ to: '.', search: graphSearch(node.id) })}
          >
            {t('task.graph.of-this')}
          </Menu.Item>
        )}
        {mayAdd && (
          <Menu.Item leftSection={<IconPlus {...icon} />} rightSection={<Kbd>N</Kbd>} onClick={onAddAfter}>
            {t('task.graph.add-after')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLinkPlus {...icon} />}
          rightSection={allowed === true && <Kbd>P</Kbd>}
          aria-disabled={allowed !== true || undefined}
          className={allowed === true ? undefined : pieces.unavailable}
          closeMenuOnClick={allowed === true}
          onClick={() => allowed === true && onPick()}
        >
          {t('task.graph.add-predecessor')} {allowed !== true && <span className={pieces.why}>{t(allowed)}</span>}
        </Menu.Item>
        {allowed === true &&
          predecessorsOf(graph, node.id).map((predecessor) => (
            <Menu.Item
              key={predecessor.id}
              leftSection={<IconLinkMinus {...icon} />}
              onClick={() => onDisconnect(predecessor.id)}
            >
              {t('task.predecessors.remove', { name: nameOf(predecessor) })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
