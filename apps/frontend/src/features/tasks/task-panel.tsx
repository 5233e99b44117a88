import type { ActivityItem, TaskAnswer } from '@gos/contract';
import { isFieldCommand, taskFieldChecks } from '@gos/domain';
import { Box, Skeleton, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { editableFieldsOf } from '../../entities/task/task-subject';
import { taskCommentsQuery } from '../../entities/task/tasks.api';
import { useTaskOrDeleted } from '../../entities/task/use-task-or-deleted';
import { useReader } from '../../entities/user/use-reader';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import pieces from '../../ui/pieces.module.css';
import { usePhone } from '../../ui/use-phone';
import { type TaskTab, type TaskView, tabOf } from './common/task-view';
import { useTaskActions } from './common/use-task-actions';
import { InlineText } from './fields/inline-text';
import { ActivityList } from './panel/activity-list';
import { AnswerForm } from './panel/answer-form';
import { CommentForm } from './panel/comment-form';
import { DeletedBanner } from './panel/deleted-banner';
import { Description } from './panel/description-section';
import { FieldCommandForm } from './panel/field-command-form';
import { Files } from './panel/files-section';
import { MissingTask } from './panel/missing-task';
import { MomentBanner } from './panel/moment-banner';
import { MoveDialog } from './panel/move-dialog';
import { classes } from './panel/panel-classes';
import { PanelComments } from './panel/panel-comments';
import { PanelHeader } from './panel/panel-header';
import { PanelInformation } from './panel/panel-information';
import { PanelMessage } from './panel/panel-pieces';
import { PanelProperties } from './panel/panel-properties';
import { type PanelTask, PanelTaskContext } from './panel/panel-task';
import { TaskConflict } from './panel/task-conflict';
import { Predecessors, Subtasks } from './panel/task-links';
import { useAnswer } from './panel/use-answer';
import { useMoment } from './panel/use-moment';
import { usePanelCommands } from './panel/use-panel-commands';
import { usePanelFocus } from './panel/use-panel-focus';
import { WaitingBanner } from './panel/waiting-banner';

const MonitoringTab = lazy(() =>
  import('./monitoring/monitoring-tab').then((module) => ({ default: module.MonitoringTab })),
);

interface TaskPanelProps {
  readonly taskId: number;
  readonly onClose: () => void;
}

function PanelSkeleton() {
  return (
    <div className={classes.body} aria-hidden>
      <div className={classes.main}>
        <Skeleton height={22} width="70%" radius={5} />
        <Skeleton height={46} mt={22} radius={10} />
        <Skeleton height={12} width="90%" mt={34} />
        <Skeleton height={12} width="80%" mt={10} />
        <Skeleton height={12} width="55%" mt={10} />
      </div>
      <div className={classes.side}>
        {[70, 55, 62, 80, 66, 50].map((width) => (
          <Skeleton key={width} height={12} width={`${width}%`} mb={20} />
        ))}
      </div>
    </div>
  );
}

/** Keeps the shown part in the address, so that links and the back button restore it. */
function useTab(wanted: TaskView | undefined) {
  const navigate = useNavigate();
  const asked = useSearch({ from: '/_app', select: ({ tab }) => tab });
  const first: TaskTab = wanted === 'information' ? 'information' : 'overview';
  const show = (tab: string | null) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, tab: tabOf(tab) }),
      replace: true,
      resetScroll: false,
    });
  return [asked ?? first, show] as const;
}

interface PanelBodyProps {
  readonly panel: PanelTask;
  readonly answer: ReturnType<typeof useAnswer>;
  readonly moment: ActivityItem | null;
  readonly onMoment: (item: ActivityItem | null) => void;
  readonly titleId: string;
}

function PanelBody({ panel, answer, moment, onMoment, titleId }: PanelBodyProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  const { task, actions, editable, past } = panel;
  const wanted = useRouterState({ select: ({ location }) => location.state.taskView });
  const [tab, setTab] = useTab(wanted);
  const [playing, setPlaying] = useState(false);
  const { data: comments = 0 } = useQuery({
    ...taskCommentsQuery(task.id),
    select: ({ total, deleted }) => total - deleted,
  });
  const title = useRef<HTMLHeadingElement>(null);
  const narrow = usePhone();
  usePanelCommands(panel);

  useEffect(() => {
    if (wanted === 'edit') title.current?.querySelector<HTMLElement>('[data-inline-text]')?.click();
  }, [wanted]);

  return (
    <div className={classes.body}>
      <div className={classes.main}>
        {moment && (
          <MomentBanner
            task={task}
            item={moment}
            loading={panel.loading}
            playing={playing}
            onPlaying={setPlaying}
            onMoment={onMoment}
            onBack={() => {
              setPlaying(false);
              onMoment(null);
            }}
          />
        )}
        {panel.deleted && <DeletedBanner deletion={panel.deleted} />}
        <h2 className={classes.name} id={titleId} ref={title} aria-label={task.name}>
          {editable.has('name') ? (
            <InlineText
              label={t('task.field.name')}
              value={task.name}
              revision={task.revision}
              check={taskFieldChecks.name}
              className={classes.nameField}
              onSave={(name, revision) => actions.edit({ name }, revision)}
            >
              {task.name}
            </InlineText>
          ) : (
            task.name
          )}
        </h2>
        <WaitingBanner />
        {answer.question !== null && isFieldCommand(answer.question) && (
          <FieldCommandForm key={answer.question} command={answer.question} onClose={() => answer.ask(null)} />
        )}
        {answer.question !== null && !isFieldCommand(answer.question) && (
          <AnswerForm
            key={answer.question}
            question={answer.question}
            draft={answer.draft}
            refused={answer.refused}
            onDraft={answer.write}
            oldDeadline={task.deadline}
            boardId={task.board?.id}
            onSubmit={(change) => void answer.submit(change)}
            onCancel={() => answer.ask(null)}
          />
        )}
        {narrow && (
          <Box mt={14} pt={8} style={{ borderTop: '1px solid var(--gos-line)' }}>
            <PanelProperties folded />
          </Box>
        )}
        <Tabs
          value={tab}
          onChange={setTab}
          classNames={{ root: classes.tabs, list: classes.tabList, tab: classes.tab }}
          keepMounted={false}
        >
          <Tabs.List aria-label={t('task.panel.tabs')}>
            <Tabs.Tab value="overview">{t('task.tab.overview')}</Tabs.Tab>
            <Tabs.Tab value="information">{t('task.tab.information')}</Tabs.Tab>
            <Tabs.Tab value="monitoring">{t('task.tab.monitoring')}</Tabs.Tab>
            <Tabs.Tab value="comments">
              {t('task.tab.comments')}{' '}
              {comments > 0 && <span className={classes.headingCount}>{formatNumber(comments)}</span>}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview">
            <Description key={past ? 'past' : 'now'} />
            {task.result !== null && task.state !== 'fulfilled' && task.state !== 'returned' && (
              <Box component="section" mt={14} aria-label={t('task.field.result')}>
                <h3 className={classes.heading}>{t('task.field.result')}</h3>
                <Text className={pieces.typed} fz={13.5} lh={1.5}>
                  {task.result}
                </Text>
              </Box>
            )}
            <div className={classes.sections}>
              <Subtasks />
              <Predecessors />
              <Files />
            </div>
            <ActivityList
              momentId={moment?.id ?? null}
              onMoment={(item, how) => {
                setPlaying(how?.playing ?? false);
                onMoment(item);
              }}
            />
            <CommentForm />
          </Tabs.Panel>
          <Tabs.Panel value="information">
            <PanelInformation />
          </Tabs.Panel>
          <Tabs.Panel value="monitoring">
            <Suspense>
              <MonitoringTab />
            </Suspense>
          </Tabs.Panel>
          <Tabs.Panel value="comments">
            <PanelComments />
          </Tabs.Panel>
        </Tabs>
      </div>
      {!narrow && (
        <div className={classes.side}>
          <PanelProperties />
        </div>
      )}
    </div>
  );
}

/** A task above the screen that opened it; each task mounts a panel of its own. */
export function TaskPanel({ taskId, onClose }: TaskPanelProps) {
  const panel = useRef<HTMLElement>(null);
  usePanelFocus(panel, taskId, onClose);
  const titleId = useId();
  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-modal={false}
      aria-labelledby={titleId}
      className={classes.panel}
      data-task-panel
    >
      <OpenTask key={taskId} taskId={taskId} titleId={titleId} onClose={onClose} />
    </section>
  );
}

function OpenTask({ taskId, titleId, onClose }: TaskPanelProps & { readonly titleId: string }) {
  const t = useT();
  const reader = useReader();
  const { task: now, present: answerNow, notFound, missing } = useTaskOrDeleted(taskId);
  const actions = useTaskActions(taskId);
  const answer = useAnswer(taskId, actions.run);
  const [moving, setMoving] = useState(false);
  const askPlace = useCallback(() => setMoving(true), []);
  const { moment, past: then, showMoment } = useMoment(taskId);
  const shown: TaskAnswer | undefined = now && (then?.data ?? now);
  const deletion = now?.deleted ?? null;
  const past = moment !== null || deletion !== null;
  const panel: PanelTask | null =
    shown === undefined
      ? null
      : {
          task: shown,
          actions,
          past,
          atMoment: moment !== null,
          deleted: deletion,
          loading: then?.isFetching ?? false,
          ask: answer.ask,
          askPlace,
          editable: past ? new Set() : editableFieldsOf(shown, reader),
        };

  return (
    <>
      <PanelHeader taskId={taskId} panel={missing ? null : panel} onClose={onClose} />
      {missing ? (
        <MissingTask titleId={titleId} onClose={onClose} />
      ) : answerNow.isError && !notFound && panel === null ? (
        <PanelMessage titleId={titleId} title={t('task.failure.fetch-one')} role="alert">
          <SmallButton variant="default" onClick={() => answerNow.refetch()} loading={answerNow.isFetching}>
            {t('app.error.retry')}
          </SmallButton>
        </PanelMessage>
      ) : panel === null ? (
        <>
          <h2 id={titleId} className={pieces.hidden}>
            {t('task.panel.loading', { id: taskId })}
          </h2>
          <PanelSkeleton />
        </>
      ) : (
        <PanelTaskContext value={panel}>
          <PanelBody panel={panel} answer={answer} moment={moment} onMoment={showMoment} titleId={titleId} />
          {moving && !past && <MoveDialog onClose={() => setMoving(false)} />}
          {actions.conflict && (
            <TaskConflict conflict={actions.conflict} onClose={actions.closeConflict} onOverwrite={actions.edit} />
          )}
        </PanelTaskContext>
      )}
    </>
  );
}
