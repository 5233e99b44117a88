import type { Actor } from '../kernel/actor';
import type { UndoFacts } from '../kernel/undo';
import type { Board } from './board';

export interface BoardFacts extends UndoFacts<Board> {
  readonly actor: Actor;
  /** The ids in the command that the actor may name: people who are known and active, no auditors. */
  readonly nameable: readonly number[];
  /** The boards of the project, without deleted ones. */
  readonly neighbours: readonly Pick<Board, 'id' | 'section' | 'order'>[];
}
