import type { BoardAnswer, TaskRowAnswer } from '@gos/contract';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Lifted, type Place, samePlace } from '../model/board-model';

/** Id of the text that explains keyboard moves; the text is on the screen once. */
export const instructionsId = 'board-carry-instructions';

export type Face = TaskRowAnswer | BoardAnswer;

export interface Carried {
  readonly lifted: Lifted;
  /** The card as it was when it was lifted. */
  readonly face: Face;
  readonly place: Place;
  readonly by: 'pointer' | 'keyboard';
  /** Where the card was on the screen when it was lifted. */
  readonly box: DOMRectReadOnly;
}

/** The dragged card and its target; a card is notified only of changes that concern it. */
export class Carry {
  private carried: Carried | null = null;
  private readonly watchers = new Set<() => void>();

  subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  present = (): Carried | null => this.carried;

  lift(item: Carried): void {
    this.set(item);
  }

  over(place: Place): void {
    if (this.carried !== null && !samePlace(this.carried.place, place)) this.set({ ...this.carried, place });
  }

  /** Nothing is in the air any more; answers what was. */
  end(): Carried | null {
    const { carried } = this;
    if (carried !== null) this.set(null);
    return carried;
  }

  private set(carried: Carried | null): void {
    this.carried = carried;
    for (const watcher of this.watchers) watcher();
  }
}

export const CarryContext = createContext<Carry>(new Carry());

/** A part of what is carried that is compared by identity. */
export function useCarry<T>(select: (carried: Carried | null) => T): T {
  const carry = useContext(CarryContext);
  return useSyncExternalStore(carry.subscribe, () => select(carry.present()));
}
