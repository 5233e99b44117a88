import type { TaskGraphNode } from '@gos/contract';
import { Group, UnstyledButton } from '@mantine/core';
import { IconDots, IconHourglass, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo, useEffect, useRef } from 'react';
import { DeadlineText } from '../../../entities/task/deadline-text';
import { NamedStateRing, toneOf } from '../../../entities/task/state-ring';
import { Avatar } from '../../../entities/user/avatar';
import { PersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import classes from './graph-canvas.module.css';
import { useGraphCanvas } from './graph-canvas-context';
import { type Flow, isKnown } from './graph-model';
import { taskSearch } from './graph-search';

export type GraphFlowNode = Node<
  {
    readonly node: TaskGraphNode;
    /** The parent and the predecessors in words. */
    readonly notes: string;
    readonly flow: Flow;
    readonly current: boolean;
    /** Edges may be drawn from it. */
    readonly connectable: boolean;
  },
  'task'
>;

function Face({ node }: { readonly node: TaskGraphNode }) {
  const t = useT();
  const open = node.state !== 'solved';
  return (
    <>
      <span className={`${pieces.row} ${classes.title}`}>
        {node.state === null ? <IconLock size={15} stroke={1.75} aria-hidden /> : <NamedStateRing state={node.state} />}
        <span className={`${pieces.word} ${classes.name}`}>{node.name ?? t('task.hidden', { id: node.id })}</span>
      </span>
      {node.name !== null && (
        <span className={`${pieces.row} ${classes.facts}`}>
          {node.deleted && <span>{t('task.deleted-note')}</span>}
          {node.solver === null ? (
            <span className={`${pieces.word} ${classes.person}`}>
              {node.parentId !== null && t('task.solver.none')}
            </span>
          ) : (
            <>
              <Avatar person={node.solver} size={18} decorative />
              <span className={`${pieces.word} ${classes.person}`}>
                <PersonName person={node.solver} />
              </span>
            </>
          )}
          {open && node.deadline !== null && <DeadlineText deadline={node.deadline} />}
          {open && node.waiting && (
            <Group component="span" gap={3} wrap="nowrap">
              <IconHourglass size={13} stroke={1.75} />
              {node.deadline === null && t('task.graph.waiting')}
            </Group>
          )}
        </span>
      )}
    </>
  );
}

/** One task of the network: a link to it, its menu, and where edges begin and end. */
export const GraphNode = memo(({ data }: NodeProps<GraphFlowNode>) => {
  const t = useT();
  const { wanted, setCurrent, openMenu } = useGraphCanvas();
  const { node, notes, flow, current, connectable } = data;
  const face = useRef<HTMLElement | null>(null);
  const known = isKnown(node);
  const takes = known && node.parentId !== null;
  const gives = known && connectable;

  useEffect(() => {
    if (!current || wanted.current !== node.id) return;
    wanted.current = null;
    face.current?.focus({ preventScroll: true });
  });

  const common = {
    className: classes.face,
    tabIndex: -1,
    'data-graph-node': node.id,
    'aria-description': notes || undefined,
    onFocus: () => setCurrent(node.id),
  };
  return (
    <div
      className={classes.node}
      data-state={node.state ?? undefined}
      style={toneOf(node.state)}
      data-outside={node.parentId === null || undefined}
      data-current={current || undefined}
    >
      <Handle
        type="target"
        position={flow === 'LR' ? Position.Left : Position.Top}
        isConnectable={takes}
        className={classes.target}
        data-idle={!takes || undefined}
      />
      {known ? (
        <Link
          {...common}
          ref={face as React.Ref<HTMLAnchorElement>}
          to="."
          search={taskSearch(node.id)}
          preload={false}
          draggable={false}
        >
          <Face node={node} />
        </Link>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a task that the reader may not see is no set of fields
        <div {...common} ref={face as React.Ref<HTMLDivElement>} role="group" tabIndex={-1}>
          <Face node={node} />
        </div>
      )}
      {takes && (
        <UnstyledButton
          className={`${pieces.iconButton} ${classes.more}`}
          tabIndex={-1}
          aria-label={t('task.graph.menu', { name: node.name })}
          aria-haspopup="menu"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setCurrent(node.id);
            openMenu(node.id, { left, top: bottom });
          }}
        >
          <IconDots size={15} stroke={1.75} />
        </UnstyledButton>
      )}
      <Handle
        type="source"
        position={flow === 'LR' ? Position.Right : Position.Bottom}
        isConnectable={gives}
        className={classes.source}
        data-idle={!gives || undefined}
      />
    </div>
  );
});
GraphNode.displayName = 'GraphNode';
