import type { BoardAnswer } from '@gos/contract';
import type { BoardSection } from '@gos/domain';
import { ActionIcon, Flex, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconInbox, IconPlus, type TablerIcon } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId } from 'react';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import pieces from '../../ui/pieces.module.css';
import classes from './boards.module.css';
import { useCarry } from './drag/carry';
import { indexOfPlace } from './model/board-model';

const icons: Record<BoardSection, TablerIcon> = { backlog: IconInbox, todo: IconCircleDashed, done: IconCircleCheck };

interface SectionColumnProps {
  readonly section: BoardSection;
  readonly boards: readonly BoardAnswer[];
  readonly mayAdd: boolean;
  readonly onAdd: (section: BoardSection) => void;
  readonly card: (board: BoardAnswer) => ReactNode;
  /** Content below the boards. */
  readonly children?: ReactNode;
}

/** The boards of a section; where there are none it says what would be here. */
export function SectionColumn({ section, boards, mayAdd, onAdd, card, children }: SectionColumnProps) {
  const t = useT();
  const titleId = useId();
  const over = useCarry((carried) =>
    carried?.lifted.kind === 'board' && carried.place.container === section ? carried : null,
  );
  const Icon = icons[section];
  const title = t(`board.section.${section}`);
  const others = over === null ? boards : boards.filter(({ id }) => id !== over.lifted.id);
  const next = over === null ? undefined : others[indexOfPlace(others, over.place, over.lifted.id)];
  const place = over !== null && (
    <li
      key="place"
      className={classes.place}
      style={{ height: Math.min(over.box.height, 120), borderRadius: 10 }}
      data-place
      aria-hidden
    />
  );
  return (
    <section className={classes.column} data-section={section} aria-labelledby={titleId}>
      <Group component="header" wrap="nowrap" flex="none" gap={8} h={42} p="0 10px 0 15px">
        <Icon size={16} stroke={1.75} aria-hidden />
        <Text component="h2" fw={600} lh="inherit" id={titleId}>
          {title}
        </Text>
        <span className={pieces.count}>
          {boards.length}
          <span className={pieces.hidden}> {t('board.boards', { count: boards.length })}</span>
        </span>
        {mayAdd && (
          <ActionIcon
            size={24}
            ml="auto"
            className={classes.columnAdd}
            aria-label={t('board.add-to', { section: title })}
            title={t('board.add-to', { section: title })}
            onClick={() => onAdd(section)}
          >
            <IconPlus size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </Group>
      <div className={classes.columnBody}>
        {boards.length === 0 && over === null && (
          <Flex direction="column" align="center" gap={10} p="28px 16px" fz={13} c="dimmed">
            <Text inherit maw="40ch" ta="center">
              {t(`board.empty.${section}`)}
            </Text>
            {mayAdd && (
              <SmallButton variant="default" onClick={() => onAdd(section)}>
                {t('board.add-first')}
              </SmallButton>
            )}
          </Flex>
        )}
        <ul className={`${pieces.rows} ${classes.boards}`} aria-label={t('board.boards-in', { section: title })}>
          {boards.map((board) => (
            <Fragment key={board.id}>
              {place !== false && board.id === next?.id && place}
              {card(board)}
            </Fragment>
          ))}
          {place !== false && next === undefined && place}
          {children}
        </ul>
      </div>
    </section>
  );
}
