import type { CommentAnswer } from '@gos/contract';
import { mayRemoveComment } from '@gos/domain';
import { ActionIcon, Box, Group, Rating, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../../entities/task/deadline-text';
import { moneyText } from '../../../entities/task/field-value';
import { earlierThan } from '../../../entities/task/loaded-part';
import { subjectOf } from '../../../entities/task/task-subject';
import { taskComments, taskCommentsQuery } from '../../../entities/task/tasks.api';
import { Avatar } from '../../../entities/user/avatar';
import { PersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { ChipButton } from '../../../ui/buttons';
import { FailedLine } from '../../../ui/empty-state';
import pieces from '../../../ui/pieces.module.css';
import { CommentForm } from './comment-form';
import { Earlier, earlierPage } from './earlier';
import { MentionText, useNames } from './mention-text';
import { classes } from './panel-classes';
import { MoreButton, Note } from './panel-pieces';
import { usePanelTask } from './panel-task';
import { useKeptPlace } from './use-kept-place';

type Names = ReturnType<typeof useNames>;

function Comment({ comment, names }: { readonly comment: CommentAnswer; readonly names: Names }) {
  const t = useT();
  const { locale } = useIntl();
  const { task, actions, past } = usePanelTask();
  const reader = useReader();
  const commentId = comment.id;
  const deleted = comment.deleted === true;
  const mayRemove = mayRemoveComment(subjectOf(task), comment.by?.id ?? null, reader);
  return (
    <li className={classes.activity}>
      {comment.by && <Avatar person={comment.by} size={22} decorative />}
      <div>
        <div className={classes.commentHead}>
          <strong>{comment.by ? <PersonName person={comment.by} /> : t('task.activity.system')}</strong>{' '}
          <MomentText at={comment.at} />
          {commentId < 0 && <span className={`${pieces.arrives} ${classes.unsent}`}>{t('task.comment.unsent')}</span>}
          {deleted
            ? !past &&
              mayRemove && (
                <ChipButton
                  variant="default"
                  onClick={() => void actions.run({ type: 'restoreComment', body: { commentId } })}
                >
                  {t('task.comment.bring-back')}
                </ChipButton>
              )
            : !past &&
              commentId > 0 &&
              mayRemove && (
                <ActionIcon
                  className={classes.commentRemove}
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={t('task.comment.remove')}
                  onClick={() => void actions.run({ type: 'removeComment', body: { commentId } })}
                >
                  <IconTrash size={14} stroke={1.75} />
                </ActionIcon>
              )}
        </div>
        <div className={`${pieces.typed} ${classes.bubble}`} data-deleted={deleted || undefined}>
          <MentionText text={comment.text} names={names} />
          {(comment.rating !== null || comment.costReduction !== null) && (
            <Group gap={12} mt={6} c="dimmed" fz={12}>
              {comment.rating !== null && <Rating value={comment.rating} readOnly size="xs" />}
              {comment.costReduction !== null && (
                <span>{t('task.comment.cost-reduction', { amount: moneyText(locale, comment.costReduction) })}</span>
              )}
            </Group>
          )}
        </div>
      </div>
    </li>
  );
}

/** Deleted comments, for their authors, admins and auditors. */
function DeletedComments({ comments, names }: { readonly comments: readonly CommentAnswer[]; readonly names: Names }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (comments.length === 0) return null;
  return (
    <>
      <MoreButton aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('task.comment.removed', { count: comments.length })}
      </MoreButton>
      {open && (
        <ol className={classes.plainList}>
          {comments.map((comment) => (
            <Comment key={comment.id} comment={comment} names={names} />
          ))}
        </ol>
      )}
    </>
  );
}

export function PanelComments() {
  const t = useT();
  const { task, atMoment } = usePanelTask();
  const { data, isPending, isError, isFetching, refetch } = useQuery(taskCommentsQuery(task.id));
  const frame = useRef<HTMLDivElement>(null);
  const keepPlace = useKeptPlace(frame);
  const comments = data?.items;
  const earlier = data ? earlierThan(data) : 0;
  const names = useNames(task, comments?.map(({ text }) => text) ?? []);
  const present = comments?.filter(({ deleted }) => deleted !== true);
  const deleted = atMoment ? [] : (comments ?? []).filter((comment) => comment.deleted === true);
  return (
    <Box pt={10}>
      {isPending && <Skeleton height={56} radius={7} />}
      {isError && comments === undefined && (
        <FailedLine text={t('task.comment.failed-to-load')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {present?.length === 0 && earlier === 0 && <Note>{t('task.comment.empty')}</Note>}
      <div ref={frame}>
        {earlier > 0 && (
          <Earlier
            source={taskComments(task.id)}
            text={t('task.earlier', earlierPage(earlier))}
            failed={t('task.comment.failed-to-load')}
            frame={frame}
            onLoad={keepPlace}
          />
        )}
        <ol className={classes.plainList} tabIndex={-1} aria-label={t('task.tab.comments')}>
          {present?.map((comment) => (
            <Comment key={comment.id} comment={comment} names={names} />
          ))}
        </ol>
      </div>
      <DeletedComments comments={deleted} names={names} />
      <CommentForm />
    </Box>
  );
}
