/** The pause between two messages to a room. */
const restMs = 1_000;

interface Room {
  /** The people in the latest message. */
  told: string;
  resting: NodeJS.Timeout | null;
  /** Whether something may have changed while it rested. */
  waiting: boolean;
}

/**
 * Decides when a room gets a message about its people: at once, then once a second at most, and only after a change.
 */
export class RoomNews {
  private readonly rooms = new Map<string, Room>();

  /** @param onRested called for a room of which something waits */
  constructor(private readonly onRested: (room: string) => void) {}

  /**
   * Whether the room needs a message now that these people are in it. Otherwise its last message is still right, or the
   * next one follows in a moment.
   */
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
