import type { ReplayBoard, ReplayCard, ReplayFrame } from '@gos/contract';
import { type BoardSection, boardSections, byRank, type TaskState, taskStates } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';

/** A board, the tasks of no board, or a state of a single board's tasks. */
export type GroupId = `board-${number}` | 'none' | TaskState;

/** The cards of a group as they are drawn. */
export interface Group {
  /** The first ones, and those of the others that changed. */
  readonly cards: readonly ReplayCard[];
  readonly total: number;
  readonly counts: Readonly<Record<TaskState, number>>;
  readonly changed: ReadonlySet<number>;
}

export type Side = 'before' | 'after';
type Changes = Pick<ReplayFrame, 'cards' | 'boards'>;
type Sections = Readonly<Record<BoardSection, readonly ReplayBoard[]>>;

/** More cards than a person sees changing at once are not marked. */
const mostMarked = 30;
/** More cards than this do not slide: measuring them takes longer than a batch may. */
const mostSliding = 6;
/** So few changes end a quick part. */
const fewChanges = 2;
const nothing: ReadonlySet<number> = new Set();

const rankOf = ({ id, order }: ReplayCard) => ({ id, order: order ?? '' });
const inOrder = (a: ReplayCard, b: ReplayCard) => byRank(rankOf(a), rankOf(b));

/** Boards and cards of a moment. Changes are collected until `commit`, which renews only the groups that changed. */
export class CardTable {
  private readonly cards = new Map<number, ReplayCard>();
  private readonly boards = new Map<number, ReplayBoard>();
  private readonly members = new Map<GroupId, ReplayCard[]>();
  private readonly groups = new Map<GroupId, Group>();
  private readonly listeners = new Set<() => void>();
  private dirty = new Set<GroupId>();
  private changed = new Set<number>();
  private areBoardsDirty = false;
  private shownSections: Sections = { backlog: [], todo: [], done: [] };
  private shownVersion = 0;
  private shownKeys: readonly string[] = [];
  private isQuickNow = false;

  /**
   * @param byState whether the cards of a single board are grouped by state
   * @param atMost cards of a group that are drawn
   */
  constructor(
    private readonly byState: boolean,
    private readonly atMost: number,
  ) {}

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly version = () => this.shownVersion;
  /** The elements of what changed last. */
  readonly changedKeys = () => this.shownKeys;
  /** Whether so many cards change at once that none of them slides. */
  readonly isQuick = () => this.isQuickNow;
  readonly section = (section: BoardSection) => this.shownSections[section];
  readonly board = (id: number) => this.boards.get(id);
  readonly group = (id: GroupId): Group => {
    const found = this.groups.get(id) ?? this.drawn(id);
    this.groups.set(id, found);
    return found;
  };

  reset({ boards, cards }: { readonly boards: readonly ReplayBoard[]; readonly cards: readonly ReplayCard[] }): void {
    for (const id of this.members.keys()) this.dirty.add(id);
    this.members.clear();
    this.cards.clear();
    this.boards.clear();
    for (const board of boards) this.boards.set(board.id, board);
    for (const card of cards) {
      this.cards.set(card.id, card);
      this.membersOf(this.groupOf(card)).push(card);
    }
    for (const [id, those] of this.members) {
      those.sort(inOrder);
      this.dirty.add(id);
    }
    this.areBoardsDirty = true;
    this.changed.clear();
  }

  apply(changes: Changes, side: Side): void {
    for (const { id, [side]: board } of changes.boards) this.putBoard(id, board);
    for (const { id, [side]: card } of changes.cards) {
      this.take(id);
      if (card) this.put(card);
      this.changed.add(id);
    }
  }

  /** @param marks whether the changed cards are marked and slide */
  commit(marks: boolean): void {
    const { size } = this.changed;
    const marked = marks && size <= mostMarked ? this.changed : nothing;
    this.isQuickNow = marks && size > (this.isQuickNow ? fewChanges : mostSliding);
    for (const [id, group] of this.groups) if (group.changed.size > 0) this.dirty.add(id);
    for (const id of this.dirty) this.groups.set(id, this.drawn(id, marked));
    if (this.areBoardsDirty) this.shownSections = this.sections();
    this.shownKeys = this.isQuickNow ? [] : [...marked].map((id) => `task-${id}`);
    this.dirty = new Set();
    this.changed = new Set();
    this.areBoardsDirty = false;
    this.shownVersion++;
    for (const listener of this.listeners) listener();
  }

  private groupOf({ boardId, state }: ReplayCard): GroupId {
    if (this.byState) return state;
    return boardId !== null && this.boards.has(boardId) ? `board-${boardId}` : 'none';
  }

  private membersOf(id: GroupId): ReplayCard[] {
    const found = this.members.get(id) ?? [];
    this.members.set(id, found);
    return found;
  }

  private take(id: number): void {
    const card = this.cards.get(id);
    if (card === undefined) return;
    const group = this.groupOf(card);
    const those = this.membersOf(group);
    those.splice(those.indexOf(card), 1);
    this.cards.delete(id);
    this.dirty.add(group);
  }

  private put(card: ReplayCard): void {
    const group = this.groupOf(card);
    const those = this.membersOf(group);
    const next = those.findIndex((other) => inOrder(card, other) < 0);
    those.splice(next === -1 ? those.length : next, 0, card);
    this.cards.set(card.id, card);
    this.dirty.add(group);
  }

  /** The tasks of a board that appears or leaves are in another group. */
  private putBoard(id: number, board: ReplayBoard | null): void {
    const moves = this.boards.has(id) !== (board !== null);
    const own = moves ? [...this.cards.values()].filter(({ boardId }) => boardId === id) : [];
    for (const card of own) this.take(card.id);
    if (board) this.boards.set(id, board);
    else this.boards.delete(id);
    for (const card of own) this.put(card);
    this.areBoardsDirty = true;
  }

  private drawn(id: GroupId, marked: ReadonlySet<number> = nothing): Group {
    const those = this.members.get(id) ?? [];
    const isMarked = (card: ReplayCard) => marked.has(card.id);
    const cards = [
      ...those.slice(0, this.atMost),
      ...(marked.size > 0 && !this.isQuickNow ? those.slice(this.atMost).filter(isMarked) : []),
    ];
    const counts = tableOf(taskStates, () => 0) as Record<TaskState, number>;
    for (const { state } of those) counts[state]++;
    return {
      cards,
      total: those.length,
      counts,
      changed: marked.size > 0 ? new Set(cards.filter(isMarked).map((card) => card.id)) : nothing,
    };
  }

  private sections(): Sections {
    const all = [...this.boards.values()].sort(byRank);
    return tableOf(boardSections, (section) => all.filter((board) => board.section === section));
  }
}
