import type { CommentAnswer } from '@gos/contract';
import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { earlierThan } from '../../../entities/task/loaded-part';
import { taskComments, taskCommentsQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { giveFocusBack } from '../../../lib/use-focus-return';
import { FailedLine } from '../../../ui/empty-state';
import { Comment } from './comment';
import { CommentField, CommentForm } from './comment-form';
import { Earlier, earlierPage } from './earlier';
import { useNames } from './mention-text';
import { classes } from './panel-classes';
import { MoreButton, Note } from './panel-pieces';
import { usePanelTask } from './panel-task';
import { useAddressedComment } from './use-addressed-comment';
import { useKeptPlace } from './use-kept-place';

type Names = ReturnType<typeof useNames>;

/** A comment with its replies, oldest first. */
interface Conversation {
  readonly first: CommentAnswer;
  readonly replies: readonly CommentAnswer[];
  /** The first is a reply itself, to a comment that is deleted or not loaded. */
  readonly isApart: boolean;
}

function conversationsOf(comments: readonly CommentAnswer[]): Conversation[] {
  const shown = new Set(comments.map(({ id }) => id));
  const conversations = new Map<number, { first: CommentAnswer; replies: CommentAnswer[]; isApart: boolean }>();
  for (const comment of comments) {
    const { id, replyTo } = comment;
    if (replyTo !== null && shown.has(replyTo)) conversations.get(replyTo)?.replies.push(comment);
    else conversations.set(id, { first: comment, replies: [], isApart: replyTo !== null });
  }
  return [...conversations.values()];
}

function ConversationItem({ conversation, names }: { readonly conversation: Conversation; readonly names: Names }) {
  const [replying, setReplying] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const { first, replies, isApart } = conversation;
  // A reply goes to the comment that begins the conversation.
  const replyTo = isApart ? null : first.id;
  const onReply = replyTo === null ? null : () => setReplying(true);

  return (
    <Comment comment={first} names={names} onReply={onReply} isApart={isApart}>
      {(replies.length > 0 || replying) && (
        <div className={classes.replies}>
          <ol className={classes.plainList} ref={list} tabIndex={-1}>
            {replies.map((reply) => (
              <Comment key={reply.id} comment={reply} names={names} onReply={onReply} />
            ))}
          </ol>
          {replying && replyTo !== null && (
            <CommentField
              name={`reply-${replyTo}`}
              label="task.comment.reply-label"
              placeholder="task.comment.reply-placeholder"
              send="task.comment.reply"
              changeOf={(text) => ({ type: 'comment', body: { text, replyTo } })}
              onClose={() => {
                setReplying(false);
                giveFocusBack(() => list.current);
              }}
              onRefused={() => setReplying(true)}
            />
          )}
        </div>
      )}
    </Comment>
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
            <Comment key={comment.id} comment={comment} names={names} onReply={null} />
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
  useAddressedComment(task.id, data);
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
          {conversationsOf(present ?? []).map((conversation) => (
            <ConversationItem key={conversation.first.id} conversation={conversation} names={names} />
          ))}
        </ol>
      </div>
      <DeletedComments comments={deleted} names={names} />
      <CommentForm />
    </Box>
  );
}
