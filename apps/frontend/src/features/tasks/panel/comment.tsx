import type { CommentAnswer } from '@gos/contract';
import { mayRemoveComment } from '@gos/domain';
import { ActionIcon, Group, Menu, Rating, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconLink, IconPencil, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../../entities/task/deadline-text';
import { moneyText } from '../../../entities/task/field-value';
import { subjectOf } from '../../../entities/task/task-subject';
import { Avatar } from '../../../entities/user/avatar';
import { PersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { giveFocusBack } from '../../../lib/use-focus-return';
import { ChipButton } from '../../../ui/buttons';
import { fullMoment } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import { CommentField, unsentOf } from './comment-form';
import { Reactions, ReactMenu } from './comment-reactions';
import { MentionText, type useNames } from './mention-text';
import { classes } from './panel-classes';
import { taskAddress, useCopy } from './panel-header';
import { usePanelTask } from './panel-task';

type Names = ReturnType<typeof useNames>;

/** The id of a comment's element, and the fragment of its address. */
const commentAnchor = (commentId: number) => `comment-${commentId}`;

interface CommentProps {
  readonly comment: CommentAnswer;
  readonly names: Names;
  /** The comment of a conversation that replies go to; null where none is taken. */
  readonly onReply: (() => void) | null;
  /** It answers a comment that is not shown. */
  readonly isApart?: boolean;
  /** The replies below it, and the field for another one. */
  readonly children?: ReactNode;
}

function CommentMenu({ comment, onEdit }: { readonly comment: CommentAnswer; readonly onEdit: (() => void) | null }) {
  const t = useT();
  const copy = useCopy();
  const { task, actions } = usePanelTask();
  const mayRemove = mayRemoveComment(subjectOf(task), comment.by?.id ?? null, useReader());
  const address = `${taskAddress(task.id)}&tab=comments#${commentAnchor(comment.id)}`;
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className={classes.commentTool}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('task.comment.more')}
        >
          <IconDots size={15} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onEdit && (
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.75} />} onClick={onEdit}>
            {t('task.comment.edit')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconLink size={15} stroke={1.75} />}
          onClick={() => void copy(address, t('task.panel.link-copied'))}
        >
          {t('task.comment.copy-link')}
        </Menu.Item>
        {mayRemove && (
          <Menu.Item
            color="var(--gos-late)"
            leftSection={<IconTrash size={15} stroke={1.75} />}
            onClick={() => void actions.run({ type: 'removeComment', body: { commentId: comment.id } })}
          >
            {t('task.comment.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function BringBack({ comment }: { readonly comment: CommentAnswer }) {
  const t = useT();
  const { task, actions } = usePanelTask();
  if (!mayRemoveComment(subjectOf(task), comment.by?.id ?? null, useReader())) return null;
  const body = { commentId: comment.id };
  return (
    <ChipButton variant="default" onClick={() => void actions.run({ type: 'restoreComment', body })}>
      {t('task.comment.bring-back')}
    </ChipButton>
  );
}

export function Comment({ comment, names, onReply, isApart = false, children }: CommentProps) {
  const t = useT();
  const { locale } = useIntl();
  const { task, past } = usePanelTask();
  const reader = useReader();
  const [editing, setEditing] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const commentId = comment.id;
  const deleted = comment.deleted === true;
  const isUnsent = commentId < 0;
  const mayWrite = !past && !deleted && !isUnsent && task.can.comments === true;
  const mayEdit = mayWrite && comment.by?.id === reader.id;

  function endEditing() {
    setEditing(false);
    giveFocusBack(() => item.current);
  }

  return (
    <li ref={item} id={isUnsent ? undefined : commentAnchor(commentId)} tabIndex={-1} className={classes.comment}>
      <div className={classes.activity}>
        {comment.by && <Avatar person={comment.by} size={22} decorative />}
        <div>
          <div className={classes.commentHead}>
            <span>
              <strong>{comment.by ? <PersonName person={comment.by} /> : t('task.activity.system')}</strong>{' '}
              <MomentText at={comment.at} />
              {comment.editedAt !== null && (
                <Tooltip label={t('task.comment.edited-at', { moment: fullMoment(locale, comment.editedAt) })}>
                  <span className={classes.unsent}> · {t('task.comment.edited')}</span>
                </Tooltip>
              )}
              {isUnsent && <span className={`${pieces.arrives} ${classes.unsent}`}> {t('task.comment.unsent')}</span>}
            </span>
            {deleted && !past && <BringBack comment={comment} />}
            {mayWrite && <ReactMenu comment={comment} />}
            {mayWrite && onReply && (
              <Tooltip label={t('task.comment.reply')}>
                <ActionIcon
                  className={classes.commentTool}
                  variant="subtle"
                  color="gray"
                  size={24}
                  aria-label={t('task.comment.reply')}
                  onClick={onReply}
                >
                  <IconArrowBackUp size={15} stroke={1.75} />
                </ActionIcon>
              </Tooltip>
            )}
            {!past && !deleted && !isUnsent && (
              <CommentMenu comment={comment} onEdit={mayEdit ? () => setEditing(true) : null} />
            )}
          </div>
          {isApart && <p className={classes.answersElsewhere}>{t('task.comment.elsewhere')}</p>}
          {editing ? (
            <CommentField
              name={`edit-${commentId}`}
              label="task.comment.edit-label"
              send="task.action.save"
              first={unsentOf(comment.text, names)}
              changeOf={(text) => ({ type: 'editComment', body: { commentId, text } })}
              onClose={endEditing}
              onRefused={() => setEditing(true)}
            />
          ) : (
            <div className={`${pieces.typed} ${classes.bubble}`} data-deleted={deleted || undefined}>
              <MentionText text={comment.text} names={names} />
              {(comment.rating !== null || comment.costReduction !== null) && (
                <Group gap={12} mt={6} c="dimmed" fz={12}>
                  {comment.rating !== null && <Rating value={comment.rating} readOnly size="xs" />}
                  {comment.costReduction !== null && (
                    <span>
                      {t('task.comment.cost-reduction', { amount: moneyText(locale, comment.costReduction) })}
                    </span>
                  )}
                </Group>
              )}
            </div>
          )}
          <Reactions comment={comment} fixed={!mayWrite} />
        </div>
      </div>
      {children}
    </li>
  );
}
