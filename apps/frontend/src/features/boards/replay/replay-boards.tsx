import type { ReplayBoard, ReplayCard } from '@gos/contract';
import { type BoardSection, boardSections, taskStates } from '@gos/domain';
import { Group, Text, UnstyledButton } from '@mantine/core';
import { createContext, memo, useContext, useId, useState, useSyncExternalStore } from 'react';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { NamedStateRing, StateRing, stateMessages } from '../../../entities/task/state-ring';
import { Avatar } from '../../../entities/user/avatar';
import pieces from '../../../ui/pieces.module.css';
import { BoardTitle } from '../board-card';
import { BoardProgress } from '../board-progress';
import classes from '../boards.module.css';
import { Flip } from '../drag/flip';
import type { CardTable, GroupId } from './card-table';
import own from './replay.module.css';
import { useReplayT } from './replay-texts';

interface Followed {
  readonly id: number | null;
  readonly onFollow: (card: ReplayCard) => void;
}

export const FollowContext = createContext<Followed>({ id: null, onFollow: () => undefined });

/** From this priority on, cards show it. */
const urgentFrom = 8;
const notDropped = () => null;

interface CardProps {
  readonly card: ReplayCard;
  readonly changed: boolean;
  readonly followed: boolean;
  readonly onFollow: (card: ReplayCard) => void;
}

const Card = memo(function Card({ card, changed, followed, onFollow }: CardProps) {
  return (
    <li
      className={`${classes.task} ${own.card}`}
      data-task={card.id}
      data-flip={`task-${card.id}`}
      data-changed={changed || undefined}
      data-followed={followed || undefined}
    >
      <NamedStateRing state={card.state} size={16} />
      <UnstyledButton
        className={`${pieces.word} ${own.name}`}
        title={card.name}
        aria-pressed={followed}
        onClick={() => onFollow(card)}
      >
        {card.name}
      </UnstyledButton>
      {(card.priority ?? 0) >= urgentFrom && <PriorityBars priority={card.priority!} numberless />}
      {card.solver && <Avatar person={card.solver} size={20} />}
    </li>
  );
});

interface CardsProps {
  readonly table: CardTable;
  readonly group: GroupId;
  readonly label?: string;
  readonly labelledBy?: string;
}

const Cards = memo(function Cards({ table, group, label, labelledBy }: CardsProps) {
  const t = useReplayT();
  const { cards, total, changed } = useSyncExternalStore(table.subscribe, () => table.group(group));
  const { id: followed, onFollow } = useContext(FollowContext);
  const more = total - cards.length;
  return (
    <>
      <ul className={`${pieces.rows} ${classes.tasks}`} aria-label={label} aria-labelledby={labelledBy}>
        {cards.map((card) => (
          <Card
            key={card.id}
            card={card}
            changed={changed.has(card.id)}
            followed={card.id === followed}
            onFollow={onFollow}
          />
        ))}
      </ul>
      {more > 0 && <p className={`${pieces.small} ${own.more}`}>{t('replay.more', { count: more })}</p>}
    </>
  );
});

const Total = ({ table, group }: Pick<CardsProps, 'table' | 'group'>) => {
  const total = useSyncExternalStore(table.subscribe, () => table.group(group).total);
  return <span className={pieces.count}>{total}</span>;
};

const Progress = memo(function Progress({ table, group }: Pick<CardsProps, 'table' | 'group'>) {
  const { counts } = useSyncExternalStore(table.subscribe, () => table.group(group));
  return <BoardProgress counts={counts} />;
});

const BoardItem = memo(function BoardItem({
  table,
  board,
}: {
  readonly table: CardTable;
  readonly board: ReplayBoard;
}) {
  const t = useReplayT();
  const titleId = useId();
  const group = `board-${board.id}` as const;
  return (
    <li className={`${classes.boardItem} ${own.board}`} data-board={board.id}>
      <article className={classes.board} aria-labelledby={titleId}>
        <header className={classes.boardHead}>
          <BoardTitle component="h3" id={titleId}>
            {board.name}
          </BoardTitle>
          <Total table={table} group={group} />
        </header>
        <Progress table={table} group={group} />
        <Cards table={table} group={group} label={t('replay.cards-of', { name: board.name })} />
      </article>
    </li>
  );
});

function LooseItem({ table }: { readonly table: CardTable }) {
  const t = useReplayT();
  const titleId = useId();
  const isEmpty = useSyncExternalStore(table.subscribe, () => table.group('none').total === 0);
  if (isEmpty) return null;
  return (
    <li className={classes.boardItem}>
      <article className={`${classes.board} ${classes.loose}`} aria-labelledby={titleId}>
        <header className={classes.boardHead}>
          <Text component="h3" className={pieces.word} flex={1} fz={13.5} fw={500} lh="inherit" c="dimmed" id={titleId}>
            {t('board.none')}
          </Text>
          <Total table={table} group="none" />
        </header>
        <Cards table={table} group="none" labelledBy={titleId} />
      </article>
    </li>
  );
}

const Section = memo(function Section({ table, section }: { table: CardTable; section: BoardSection }) {
  const t = useReplayT();
  const titleId = useId();
  const boards = useSyncExternalStore(table.subscribe, () => table.section(section));
  return (
    <section className={classes.column} aria-labelledby={titleId} data-section={section}>
      <Group component="header" wrap="nowrap" flex="none" gap={8} h={42} px={15}>
        <Text component="h2" fw={600} lh="inherit" id={titleId}>
          {t(`board.section.${section}`)}
        </Text>
        <span className={pieces.count}>{boards.length}</span>
      </Group>
      <div className={classes.columnBody}>
        <ul className={`${pieces.rows} ${classes.boards}`} aria-labelledby={titleId}>
          {boards.map((board) => (
            <BoardItem key={board.id} table={table} board={board} />
          ))}
          {section === 'backlog' && <LooseItem table={table} />}
        </ul>
      </div>
    </section>
  );
});

const States = memo(function States({ table }: { readonly table: CardTable }) {
  const t = useReplayT();
  const id = useId();
  return taskStates.map((state) => (
    <section key={state} className={classes.column} aria-labelledby={`${id}${state}`} data-state={state}>
      <Group component="header" wrap="nowrap" flex="none" gap={8} h={40} px={14}>
        <StateRing state={state} />
        <Text component="h2" fw={600} lh="inherit" id={`${id}${state}`}>
          {t(stateMessages[state])}
        </Text>
        <Total table={table} group={state} />
      </Group>
      <div className={classes.columnBody}>
        <Cards table={table} group={state} labelledBy={`${id}${state}`} />
      </div>
    </section>
  ));
});

const Columns = memo(function Columns({ table, byState }: { readonly table: CardTable; readonly byState: boolean }) {
  return (
    <div className={classes.columns}>
      {byState ? (
        <States table={table} />
      ) : (
        boardSections.map((section) => <Section key={section} table={table} section={section} />)
      )}
    </div>
  );
});

/** The boards of a project in their sections, or the tasks of a single board by state, as the replay has come to them. */
export function ReplayBoards({ table, byState }: { readonly table: CardTable; readonly byState: boolean }) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const version = useSyncExternalStore(table.subscribe, table.version);
  return (
    <Flip of={version} root={root} only={table.changedKeys()} droppedFrom={notDropped}>
      <div
        className={classes.fill}
        ref={setRoot}
        data-states={byState || undefined}
        data-quick={table.isQuick() || undefined}
      >
        <Columns table={table} byState={byState} />
      </div>
    </Flip>
  );
}
