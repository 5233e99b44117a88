import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { useT } from '../../../i18n';
import classes from './graph-canvas.module.css';
import { useGraphCanvas } from './graph-canvas-context';
import { linePath } from './graph-layout';
import type { Flow, Point } from './graph-model';

export type GraphFlowEdge = Edge<
  {
    readonly flow: Flow;
    /** from the predecessor's edge around what is in the way to the successor's */
    readonly points: readonly Point[];
    /** `part` leads from a deeper subtask to what it is a part of. */
    readonly kind: 'open' | 'done' | 'part';
    /** It begins or ends at the current task. */
    readonly touched: boolean;
    /** The predecessor's name, when it may be taken away. */
    readonly removable: string | null;
  },
  'line'
>;

const arrowLength = 8;

export const GraphEdge = memo(({ source, target, data, selected }: EdgeProps<GraphFlowEdge>) => {
  const t = useT();
  const { disconnect } = useGraphCanvas();
  const { flow, points: way, kind, touched, removable } = data!;
  const part = kind === 'part';
  const tip = part ? 0 : arrowLength;
  const { x, y } = way.at(-1)!;
  const points = [...way.slice(0, -1), flow === 'LR' ? { x: x - tip, y } : { x, y: y - tip }];
  const [before, after] = [points[Math.floor((points.length - 1) / 2)]!, points[Math.ceil((points.length - 1) / 2)]!];
  const middle = before === after ? before : { x: (before.x + after.x) / 2, y: (before.y + after.y) / 2 };
  return (
    <g className={classes.edge} data-kind={kind} data-touched={touched || selected || undefined}>
      <BaseEdge path={linePath(points, flow)} interactionWidth={part ? 0 : 18} />
      {!part && (
        <path
          className={classes.tip}
          d={flow === 'LR' ? `M${x},${y}l-${arrowLength},-4.5v9z` : `M${x},${y}l-4.5,-${arrowLength}h9z`}
        />
      )}
      {selected && removable !== null && (
        <EdgeLabelRenderer>
          <ActionIcon
            variant="default"
            size={26}
            className={`nopan ${classes.cut}`}
            style={{ transform: `translate(-50%, -50%) translate(${middle.x}px, ${middle.y}px)` }}
            aria-label={t('task.predecessors.remove', { name: removable })}
            onClick={() => disconnect(Number(source), Number(target))}
          >
            <IconX size={14} stroke={2} />
          </ActionIcon>
        </EdgeLabelRenderer>
      )}
    </g>
  );
});
GraphEdge.displayName = 'GraphEdge';
