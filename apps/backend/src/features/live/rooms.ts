import type { BrowserSocket } from './browser-socket';

/** Which sockets are in which room; a room is a document that somebody looks at. */
export class Rooms {
  private readonly members = new Map<string, Set<BrowserSocket>>();
  private readonly of = new Map<BrowserSocket, Set<string>>();

  /** False when the socket is already in the room, or in `limit` rooms. */
  enter(socket: BrowserSocket, room: string, limit: number): boolean {
    const rooms = this.of.get(socket) ?? new Set();
    if (rooms.has(room) || rooms.size >= limit) return false;
    this.of.set(socket, rooms.add(room));
    this.members.set(room, (this.members.get(room) ?? new Set()).add(socket));
    return true;
  }

  leave(socket: BrowserSocket, room: string): boolean {
    const rooms = this.of.get(socket);
    if (!rooms?.delete(room)) return false;
    if (rooms.size === 0) this.of.delete(socket);
    const members = this.members.get(room)!;
    members.delete(socket);
    if (members.size === 0) this.members.delete(room);
    return true;
  }

  /** Returns the rooms that the socket was in. */
  leaveAll(socket: BrowserSocket): string[] {
    return [...(this.of.get(socket) ?? [])].filter((room) => this.leave(socket, room));
  }

  in(room: string): readonly BrowserSocket[] {
    return [...(this.members.get(room) ?? [])];
  }
}
