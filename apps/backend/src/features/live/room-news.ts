/** A room is told of again after this long at the earliest. */
const restMs = 1_000;

interface Room {
  /** Who was said to be in it. */
  told: string;
  resting: NodeJS.Timeout | null;
  /** Whether something may have changed while it rested. */
  waiting: boolean;
}

/** When a room is told who is in it: at once, then once a second at most, and only what it was not told already. */
export class RoomNews {
  private readonly rooms = new Map<string, Room>();

  /** @param onRested called for a room of which something waits */
  constructor(private readonly onRested: (room: string) => void) {}

  /** Whether it is to be told now that these are in it; otherwise it knows, or is told in a moment. */
  isDue(room: string, people: readonly number[]): boolean {
    const who = people.join();
    const known = this.rooms.get(room);
    if (known?.resting) {
      known.waiting = true;
      return false;
    }
    if (who === (known?.told ?? '')) {
      if (who === '') this.rooms.delete(room);
      return false;
    }
    this.rooms.set(room, { told: who, resting: setTimeout(() => this.rested(room), restMs).unref(), waiting: false });
    return true;
  }

  stop(): void {
    for (const { resting } of this.rooms.values()) if (resting) clearTimeout(resting);
    this.rooms.clear();
  }

  private rested(room: string): void {
    const known = this.rooms.get(room)!;
    known.resting = null;
    if (known.waiting || known.told === '') this.onRested(room);
  }
}
