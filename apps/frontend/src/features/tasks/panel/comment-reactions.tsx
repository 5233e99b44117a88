import type { CommentAnswer } from '@gos/contract';
import { type Emoji, emojis, hasReacted } from '@gos/domain/task/task.reactions';
import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconMoodPlus } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { usePersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

/** Gives the reader's reaction, or takes it back. */
function useReact({ id: commentId, reactions }: CommentAnswer) {
  const { actions } = usePanelTask();
  const reader = useReader();
  const isMine = (emoji: Emoji) => hasReacted(reactions, emoji, reader.id);
  return {
    isMine,
    toggle: (emoji: Emoji) =>
      void actions.run({ type: isMine(emoji) ? 'removeReaction' : 'react', body: { commentId, emoji } }),
  };
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The reactions are in a row, so the arrows to the sides move along it too. */
function walk({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  const step = steps[key];
  if (step === undefined) return;
  const items = [...currentTarget.querySelectorAll<HTMLElement>('[role="menuitemcheckbox"]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items.at((at + step) % items.length)?.focus();
}

/** Offers the reactions to a comment. */
export function ReactMenu({ comment }: { readonly comment: CommentAnswer }) {
  const t = useT();
  const { isMine, toggle } = useReact(comment);
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false} alignItemsLabels="none">
      <Menu.Target>
        <ActionIcon
          className={classes.commentTool}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t('task.comment.react')}
        >
          <IconMoodPlus size={15} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className={classes.emojis} onKeyDown={walk}>
        {emojis.map((emoji) => (
          <Menu.CheckboxItem
            key={emoji}
            classNames={{ item: classes.emoji, itemIndicator: classes.noIndicator }}
            checked={isMine(emoji)}
            onChange={() => toggle(emoji)}
            closeMenuOnClick
          >
            {emoji}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The reactions that a comment has, each with its people. @param fixed nobody reacts here: the past, a deleted comment, a reader without the right */
export function Reactions({ comment, fixed }: { readonly comment: CommentAnswer; readonly fixed: boolean }) {
  const { formatList, formatNumber } = useIntl();
  const nameOf = usePersonName();
  const { isMine, toggle } = useReact(comment);
  if (comment.reactions.length === 0) return null;
  return (
    <div className={classes.reactions}>
      {comment.reactions.map(({ emoji, users }) => {
        const who = formatList(users.map(nameOf));
        return (
          <Tooltip key={emoji} label={who} multiline maw={280}>
            <UnstyledButton
              className={classes.reaction}
              aria-pressed={isMine(emoji)}
              aria-disabled={fixed || undefined}
              onClick={() => !fixed && toggle(emoji)}
            >
              {emoji} {formatNumber(users.length)} <span className={pieces.hidden}>{who}</span>
            </UnstyledButton>
          </Tooltip>
        );
      })}
    </div>
  );
}
