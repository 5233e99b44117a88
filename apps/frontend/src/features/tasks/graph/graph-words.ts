import type { TaskGraphAnswer, TaskGraphNode } from '@gos/contract';
import { useIntl } from 'react-intl';
import { stateMessages } from '../../../entities/task/state-ring';
import { predecessorsOf } from '../../../entities/task/task-graph';
import { usePersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { deadlineText } from '../../../ui/moment-format';
import { useNow } from '../../../ui/use-now';

export function useGraphWords() {
  const t = useT();
  const personName = usePersonName();
  const { locale } = useIntl();
  const now = useNow();

  const nameOf = (node: Pick<TaskGraphNode, 'id' | 'name'>) => node.name ?? t('task.hidden', { id: node.id });
  const listed = (nodes: readonly TaskGraphNode[]) => nodes.map(({ id, name }) => name ?? `#${id}`).join(', ');

  /** Names the predecessors that block the task, or the finished ones if none does; null without predecessors. */
  function orderText(graph: TaskGraphAnswer, node: TaskGraphNode): string | null {
    const before = predecessorsOf(graph, node.id);
    if (before.length === 0) return null;
    const open = node.waiting ? before.filter(({ state }) => state !== 'solved') : [];
    return open.length > 0
      ? t('task.graph.waits-for', { names: listed(open) })
      : t('task.graph.follows', { names: listed(before) });
  }

  /** The task that a deeper subtask is a part of, where that is drawn too. */
  function partText(graph: TaskGraphAnswer, node: TaskGraphNode): string | null {
    const parent = graph.nodes.find(({ id }) => id === node.parentId);
    return parent === undefined ? null : t('task.graph.part-of', { name: nameOf(parent) });
  }

  const notesOf = (graph: TaskGraphAnswer, node: TaskGraphNode): string[] =>
    [node.deleted ? t('task.deleted-note') : null, partText(graph, node), orderText(graph, node)].filter(
      (note) => note !== null,
    );

  /** All that the picture of a task shows, in words. */
  function described(graph: TaskGraphAnswer, node: TaskGraphNode): string {
    const late = node.deadline !== null && node.state !== 'solved' && Date.parse(node.deadline) < now;
    const deadline =
      node.deadline === null || node.state === 'solved'
        ? null
        : `${t('task.field.deadline')}: ${deadlineText(locale, node.deadline, now, t)}${late ? ` ${t('task.deadline.late')}` : ''}`;
    return [
      nameOf(node),
      node.state && t(stateMessages[node.state]),
      node.solver && t('task.graph.solver', { name: personName(node.solver) }),
      deadline,
      ...notesOf(graph, node),
    ]
      .filter((part) => part !== null)
      .join('. ');
  }

  return { nameOf, notesOf, described };
}
