import type { TaskAnswer, TaskGraphAnswer } from '@gos/contract';
import { ActionIcon, Flex, Skeleton, Stack, Tooltip, UnstyledButton } from '@mantine/core';
import { IconListTree, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react';
import { taskGraphQuery } from '../../../entities/task/graph.api';
import { NamedStateRing } from '../../../entities/task/state-ring';
import { useTaskOrDeleted } from '../../../entities/task/use-task-or-deleted';
import { useT } from '../../../i18n';
import { keyOf } from '../../../lib/key-of';
import { ChipButton, SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import { Muted } from '../../../ui/quiet-text';
import { showProblem } from '../../../ui/toast';
import { placeSubtask } from '../common/subtask-place';
import { SubtaskForm } from '../fields/subtask-form';
import classes from './graph.module.css';
import type { Anchor } from './graph-canvas-context';
import { isKnown, readingOrder } from './graph-model';
import { GraphOutline, SpokenOutline } from './graph-outline';
import { taskSearch } from './graph-search';
import { NodeMenu } from './node-menu';
import { PredecessorDialog } from './predecessor-dialog';
import { useGraphActions } from './use-graph-actions';
import { useGraphDialog } from './use-graph-dialog';
import { useGraphLinks } from './use-graph-links';

const GraphCanvas = lazy(() => import('./graph-canvas').then((module) => ({ default: module.GraphCanvas })));

const Message = Stack.withProps({
  align: 'center',
  gap: 12,
  maw: 460,
  mx: 'auto',
  p: '48px 24px 20px',
  c: 'dimmed',
  ta: 'center',
});

/** Names the predecessor of the new subtask. */
function AfterNote({ name, onClear }: { readonly name: string; readonly onClear: () => void }) {
  const t = useT();
  return (
    <span className={`${pieces.inline} ${classes.after}`}>
      <span className={pieces.word}>{t('task.graph.after', { name })}</span>
      <UnstyledButton className={pieces.iconButton} aria-label={t('task.graph.not-after', { name })} onClick={onClear}>
        <IconX size={13} stroke={1.75} />
      </UnstyledButton>
    </span>
  );
}

function Waiting() {
  return (
    <Flex wrap="wrap" gap={60} p="60px 40px" aria-hidden>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} width={220} height={60} radius={10} />
      ))}
    </Flex>
  );
}

interface NetworkProps {
  readonly task: TaskAnswer;
  readonly graph: TaskGraphAnswer;
  readonly outline: boolean;
}

function Network({ task, graph, outline }: NetworkProps) {
  const t = useT();
  const client = useQueryClient();
  const graphActions = useGraphActions(task.id);
  const { join, joinShown, part } = useGraphLinks(graph, graphActions);
  const ordered = useMemo(() => readingOrder(graph), [graph]);
  const [current, setCurrent] = useState<number | null>(null);
  const [loose, setLoose] = useState(false);
  const [menu, setMenu] = useState<{ readonly id: number; readonly at: Anchor } | null>(null);
  const [picking, setPicking] = useState<number | null>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const nodeOf = (id: number | null) => graph.nodes.find((node) => node.id === id) ?? null;
  const mayAdd = task.can.subtasks;
  const chosen = nodeOf(current);
  const after = !loose && chosen !== null && isKnown(chosen) ? { id: chosen.id, name: chosen.name! } : null;

  /** True when an action of the menu moves the focus itself. */
  const leaving = useRef(false);

  const select = useCallback((id: number | null) => {
    setCurrent(id);
    setLoose(false);
  }, []);

  const focusNode = (id: number) =>
    setTimeout(() => document.querySelector<HTMLElement>(`[data-graph-node="${id}"]`)?.focus({ preventScroll: true }));

  const openMenu = useCallback((id: number, at: Anchor) => setMenu({ id, at }), []);

  const addAfter = () => {
    setLoose(false);
    setTimeout(() => field.current?.focus());
  };

  function onKey(id: number, event: KeyboardEvent) {
    const node = nodeOf(id);
    if (node === null || !isKnown(node) || event.ctrlKey || event.metaKey || event.altKey) return;
    const inside = node.parentId !== null;
    const key = keyOf(event.nativeEvent);
    if (key === 'n' && mayAdd === true) addAfter();
    else if (key === 'p' && inside) {
      const may = node.can?.predecessors ?? 'task.forbidden';
      if (may === true) setPicking(id);
      else showProblem(null, t(may));
    } else if (inside && (key === 'm' || key === 'ContextMenu' || (key === 'F10' && event.shiftKey))) {
      const { left, bottom } = (event.target as Element).getBoundingClientRect();
      openMenu(id, { left, top: bottom });
    } else return;
    event.preventDefault();
  }

  const menuNode = nodeOf(menu?.id ?? null);
  const pickingNode = nodeOf(picking);
  return (
    <>
      <div className={classes.stage} data-empty={graph.nodes.length === 0 || undefined}>
        {graph.nodes.length === 0 ? (
          <Message>{t('task.graph.empty')}</Message>
        ) : outline ? (
          <GraphOutline graph={graph} ordered={ordered} onCurrent={select} onMenu={openMenu} onKey={onKey} />
        ) : (
          <>
            <SpokenOutline graph={graph} ordered={ordered} />
            <Suspense fallback={<Waiting />}>
              <GraphCanvas
                graph={graph}
                ordered={ordered}
                current={current}
                onCurrent={select}
                shown={shown}
                onConnect={joinShown}
                onDisconnect={part}
                onMenu={openMenu}
                onKey={onKey}
              />
            </Suspense>
          </>
        )}
      </div>
      <div className={classes.foot} data-empty={graph.nodes.length === 0 || undefined}>
        {mayAdd === true ? (
          <SubtaskForm
            className={classes.form}
            field={field}
            name={name}
            onName={setName}
            onEscape={(input) => input.blur()}
            note={
              after && (
                <AfterNote
                  name={after.name}
                  onClear={() => {
                    setLoose(true);
                    field.current?.focus();
                  }}
                />
              )
            }
            onAdd={async (given) => {
              const place = await placeSubtask(client, task);
              const predecessors = after && { predecessors: [after.id] };
              const answer = await graphActions.addSubtask({ name: given, place, ...predecessors });
              setShown(answer?.subtaskId ?? null);
              return answer !== null;
            }}
          />
        ) : (
          <Muted className={classes.note}>{t('task.graph.read-only', { why: t(mayAdd) })}</Muted>
        )}
        {graph.more && <Muted className={classes.note}>{t('task.graph.more')}</Muted>}
      </div>
      {menu !== null && menuNode !== null && (
        <NodeMenu
          node={menuNode}
          graph={graph}
          at={menu.at}
          mayAdd={mayAdd === true}
          onClose={() => {
            setMenu(null);
            if (!leaving.current) focusNode(menu.id);
            leaving.current = false;
          }}
          onPick={() => {
            leaving.current = true;
            setPicking(menu.id);
          }}
          onDisconnect={(from) => part(from, menu.id)}
          onAddAfter={() => {
            leaving.current = true;
            select(menu.id);
            addAfter();
          }}
        />
      )}
      {pickingNode !== null && (
        <PredecessorDialog
          node={pickingNode}
          graph={graph}
          ordered={ordered}
          onPick={(choice) => {
            setPicking(null);
            focusNode(pickingNode.id);
            void join(choice, pickingNode.id);
          }}
          onClose={() => {
            setPicking(null);
            focusNode(pickingNode.id);
          }}
        />
      )}
    </>
  );
}

/** The network of a task, above the screen and the task; a task opened from it appears next to it. */
export function TaskGraph({ taskId }: { readonly taskId: number }) {
  const t = useT();
  const navigate = useNavigate();
  const { taskId: opened } = useSearch({ from: '/_app' });
  const { task, present, notFound, missing } = useTaskOrDeleted(taskId);
  const graph = useQuery({ ...taskGraphQuery(taskId, notFound), enabled: !notFound || task !== undefined });
  const [outline, setOutline] = useState(false);
  const dialog = useRef<HTMLElement>(null);
  const titleId = useId();
  const failed = missing || (present.isError && !notFound) || graph.isError;
  const close = () =>
    void navigate({
      to: '.',
      search: (previous: object) => ({
        ...previous,
        graph: undefined,
        taskId: opened ?? (missing ? undefined : taskId),
      }),
    });
  useGraphDialog(dialog, { taskOpen: opened !== undefined, onClose: close });

  const own = graph.data?.nodes.filter(({ parentId }) => parentId === taskId) ?? [];
  const counted = own.filter(({ deleted }) => !deleted);
  const solved = counted.filter(({ state }) => state === 'solved').length;
  return (
    <section
      ref={dialog}
      tabIndex={-1}
      role="dialog"
      aria-labelledby={titleId}
      className={`${pieces.arrives} ${classes.dialog}`}
      data-task-graph
      data-beside={opened !== undefined || undefined}
    >
      <header className={`${pieces.row} ${classes.header}`}>
        {task && <NamedStateRing state={task.state} />}
        <h2
          className={`${pieces.word} ${classes.heading}`}
          id={titleId}
          aria-label={t('task.graph.title', { name: task?.name ?? `#${taskId}` })}
        >
          {task ? (
            <Link to="." search={taskSearch(taskId)} preload={false} className={`${pieces.word} ${classes.rootName}`}>
              {task.name}
            </Link>
          ) : (
            !missing && t('task.graph.loading')
          )}
        </h2>
        {counted.length > 0 && (
          <span className={`${pieces.small} ${pieces.digits}`}>
            {t('task.subtasks.count', { solved, total: counted.length })}
          </span>
        )}
        {own.length > 0 && (
          <ChipButton
            ml="auto"
            variant={outline ? 'light' : 'default'}
            aria-pressed={outline}
            leftSection={<IconListTree size={14} stroke={1.75} />}
            onClick={() => setOutline(!outline)}
          >
            {t('task.graph.outline')}
          </ChipButton>
        )}
        <Tooltip label={t('task.graph.close')}>
          <ActionIcon
            size={30}
            ml={own.length > 0 ? 0 : 'auto'}
            aria-label={t('task.graph.close')}
            aria-keyshortcuts="Escape"
            onClick={close}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </header>
      {task && graph.data && !missing ? (
        <Network task={task} graph={graph.data} outline={outline} />
      ) : failed ? (
        <Message role={missing ? 'status' : 'alert'}>
          <p>{t(missing ? 'task.panel.missing' : 'task.graph.failed')}</p>
          {missing ? (
            <SmallButton variant="default" onClick={close}>
              {t('task.graph.close')}
            </SmallButton>
          ) : (
            <SmallButton variant="default" onClick={() => void Promise.all([present.refetch(), graph.refetch()])}>
              {t('app.error.retry')}
            </SmallButton>
          )}
        </Message>
      ) : (
        <Waiting />
      )}
    </section>
  );
}
