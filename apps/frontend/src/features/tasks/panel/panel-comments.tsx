import { mentionsIn } from '@gos/domain';
import { ActionIcon, Rating, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { MomentText } from '../../../components/task/deadline-text';
import { PersonCircle } from '../../../components/task/person-circle';
import { useT } from '../../../i18n';
import { moneyText } from '../field-value';
import { taskCommentsQuery } from '../tasks.api';
import { useReader } from '../use-reader';
import { CommentForm } from './comment-form';
import { MentionText, useNames } from './mention-text';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

export function PanelComments() {
  const t = useT();
  const { locale } = useIntl();
  const { task, actions, past } = usePanelTask();
  const reader = useReader();
  const { data: comments, isPending, isError } = useQuery(taskCommentsQuery(task.id));
  const names = useNames(task, comments?.some(({ text }) => mentionsIn(text).length > 0) ?? false);
  return (
    <div className={classes.comments}>
      {isPending && <Skeleton height={56} radius={7} />}
      {isError && <p className={classes.note}>{t('task.comment.failed-to-load')}</p>}
      {comments?.length === 0 && <p className={classes.note}>{t('task.comment.empty')}</p>}
      <ol className={classes.plainList}>
        {comments?.map((comment) => (
          <li key={comment.id} className={classes.comment}>
            {comment.by && <PersonCircle person={comment.by} size={22} decorative />}
            <div className={classes.grow}>
              <div className={classes.commentHead}>
                <strong>{comment.by?.name ?? t('task.activity.system')}</strong> <MomentText at={comment.at} />
                {!past && comment.id > 0 && (comment.by?.id === reader.id || reader.role === 'admin') && (
                  <ActionIcon
                    className={classes.commentRemove}
                    variant="subtle"
                    color="gray"
                    size={24}
                    aria-label={t('task.comment.remove')}
                    onClick={() => void actions.run({ kind: 'remove-comment', commentId: comment.id })}
                  >
                    <IconTrash size={14} stroke={1.75} />
                  </ActionIcon>
                )}
              </div>
              <div className={classes.bubble}>
                <MentionText text={comment.text} names={names} />
                {(comment.rating !== null || comment.costReduction !== null) && (
                  <div className={classes.judged}>
                    {comment.rating !== null && <Rating value={comment.rating} readOnly size="xs" />}
                    {comment.costReduction !== null && (
                      <span>
                        {t('task.comment.cost-reduction', { amount: moneyText(locale, comment.costReduction) })}
                      </span>
                    )}
                  </div>
                )}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <CommentForm />
    </div>
  );
}
