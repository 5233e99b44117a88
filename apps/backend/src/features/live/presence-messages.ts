import type { PresenceItem, Watchers } from '@gos/contract';
import type { People } from '../../shared/user/people';
import type { UserAnswers } from '../../shared/user/user-answers';
import { Audiences } from './audiences';
import type { BrowserSocket } from './browser-socket';
import type { OpenSockets } from './open-sockets';
import type { PeoplePresent } from './people-present';
import type { Presence } from './presence';
import { RoomNews } from './room-news';
import { Rooms } from './rooms';
import { isWatchable } from './watchable';

/** Documents that one socket looks at. */
const watchLimit = 50;

/**
 * Sends screens the people who look at the same document, and the presence of the people that each reader sees. A
 * person with several screens counts once. A room gets at most one message a second; a screen that enters gets its
 * first message at once.
 */
export class PresenceMessages {
  private readonly rooms = new Rooms();
  private readonly news: RoomNews;

  /** @param onNews called with a room that may need a message; the caller then calls `tell` in its turn */
  constructor(
    private readonly sockets: OpenSockets,
    private readonly presence: Presence,
    private readonly present: PeoplePresent,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly onNews: (room: string) => void,
  ) {
    this.news = new RoomNews(onNews);
  }

  async enter(socket: BrowserSocket, room: string): Promise<void> {
    if (!this.rooms.enter(socket, room, watchLimit)) return;
    this.noteWho(room);
    if (!(await this.tell(room))) await this.say([socket], room);
  }

  leave(socket: BrowserSocket, room: string): void {
    if (!this.rooms.leave(socket, room)) return;
    this.noteWho(room);
    this.onNews(room);
  }

  leaveAll(socket: BrowserSocket): void {
    for (const room of this.rooms.leaveAll(socket)) {
      this.noteWho(room);
      this.onNews(room);
    }
  }

  /**
   * Returns whether the room got a message about its people. It gets none if nothing changed or if it got one a moment
   * ago.
   */
  async tell(room: string): Promise<boolean> {
    const here = this.rooms.in(room);
    if (!this.news.isDue(room, here.length > 0 ? this.presence.watching(room) : [])) return false;
    await this.say(here, room);
    return true;
  }

  /** Sends everybody's changed presence to the people who see them. */
  async tellOnline(ids: readonly number[]): Promise<void> {
    if (this.sockets.size === 0) return;
    const present = await this.present.of(ids);
    const audiences = new Audiences<readonly PresenceItem[]>();
    for (const { signedIn, sockets } of this.sockets.people()) {
      const { actor } = signedIn;
      const visible = await this.users.visible(actor);
      const seen = visible === null ? present : present.filter(({ id }) => visible.has(id));
      if (seen.length === 0) continue;
      audiences.add(this.present.keyOf(seen, actor), sockets, () => seen.map((one) => this.present.answer(one, actor)));
    }
    for (const { message, sockets } of audiences.all()) this.sockets.emit(sockets, 'online', { items: message });
  }

  stop(): void {
    this.news.stop();
  }

  private noteWho(room: string): void {
    this.presence.watch(
      room,
      this.sockets.ownersOf(this.rooms.in(room)).map(({ signedIn }) => signedIn.actor.id),
    );
  }

  private async say(to: readonly BrowserSocket[], room: string): Promise<void> {
    const [model, id] = room.split('-');
    if (!isWatchable(model)) return;
    const watching = this.presence.watching(room);
    const audiences = new Audiences<Watchers>();
    for (const { signedIn, sockets } of this.sockets.ownersOf(to)) {
      const visible = await this.users.visible(signedIn.actor);
      const seen = visible === null ? watching : watching.filter((person) => visible.has(person));
      audiences.add(seen.join(), sockets, () => ({ model, id: Number(id), users: this.people.refs(seen) }));
    }
    for (const { message, sockets } of audiences.all()) this.sockets.emit(sockets, 'presence', message);
  }
}
