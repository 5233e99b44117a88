import type { TaskGraphAnswer } from '@gos/contract';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { useEventCallback } from '../../../lib/use-event-callback';
import { showProblem } from '../../../ui/toast';
import type { Choice } from './predecessor-dialog';
import type { useGraphActions } from './use-graph-actions';

type GraphActions = Pick<ReturnType<typeof useGraphActions>, 'connect' | 'disconnect'>;

/** Joins and parts tasks of a network where the reader may; else it says why not. */
export function useGraphLinks(graph: TaskGraphAnswer, { connect, disconnect }: GraphActions) {
  const t = useT();
  const nodeOf = (id: number) => graph.nodes.find((node) => node.id === id);
  const refusalAt = (id: number) => {
    const may = nodeOf(id)?.can?.predecessors ?? 'task.forbidden';
    return may === true ? null : may;
  };
  const choiceOf = (id: number): Choice | undefined => {
    const node = nodeOf(id);
    return node && { id: node.id, name: node.name, state: node.state };
  };

  const join = useEventCallback(async (predecessor: Choice, to: number): Promise<void> => {
    if (graph.edges.some((edge) => edge.from === predecessor.id && edge.to === to)) return;
    const why = refusalAt(to);
    if (why !== null) return showProblem(null, t(why));
    if ((await connect(predecessor, to)) === null) return;
    announce(t('task.graph.connected', { name: nodeOf(to)?.name, predecessor: predecessor.name }));
  });

  return {
    join,
    /** Both of them are shown. */
    joinShown: useEventCallback((from: number, to: number) => {
      const source = choiceOf(from);
      if (source) void join(source, to);
    }),
    part: useEventCallback((from: number, to: number): void => {
      const source = choiceOf(from);
      const why = refusalAt(to);
      if (why !== null) showProblem(null, t(why));
      else if (source) void disconnect(source, to);
    }),
  };
}
