import type { Change } from '@gos/contract';
import { same } from '@gos/domain/kernel/values';
import { type AccessDocument, accessModel, isVisibleTo, type UserDocument, userModel } from '@gos/projections';
import type { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { DocumentChange } from '../../engine/projections/batch';
import { grantedAttendance } from '../../shared/user/granted-attendance';
import type { BrowserSocket } from './browser-socket';
import type { ChangeDocuments } from './change-documents';
import { isOfGrant, lostProjects } from './change-feed';
import type { OpenSockets } from './open-sockets';
import type { PresenceMessages } from './presence-messages';

/** Applies changed rights to open sockets, and sends each the documents that its person may no longer see. */
export class SocketRights {
  constructor(
    private readonly sockets: OpenSockets,
    private readonly looking: PresenceMessages,
    private readonly documents: ChangeDocuments,
    private readonly readModels: ActiveReadModels,
  ) {}

  /** Applies changes of access, role, positions, grants and deactivation to the open sockets. */
  async take(applied: readonly DocumentChange[]): Promise<void> {
    for (const change of applied) if (change.model === accessModel.name && change.after) await this.takeAccess(change);
    for (const change of applied) if (isOfGrant(change)) await this.takeGrant(change);
    for (const { model, before, after, position } of applied) {
      if (model !== userModel.name || after === null || before === null) continue;
      const { user } = after as unknown as UserDocument;
      const { id: userId, role, positionIds: positions, active } = user;
      const was = (before as unknown as UserDocument).user;
      const changed = role !== was.role || user.attendance !== was.attendance || !same(positions, was.positionIds);
      const attendance = changed && (await grantedAttendance(this.readModels, user));
      for (const socket of this.sockets.of(userId)) {
        const signedIn = this.sockets.get(socket);
        if (!active) socket.disconnect(true);
        else if (changed && signedIn) {
          this.sockets.set(socket, { ...signedIn, actor: { ...signedIn.actor, role, positions, attendance } });
          this.readAgain(socket, position);
        }
      }
    }
  }

  /** Applies a change of a person's project permissions to their open sockets. */
  private async takeAccess(change: DocumentChange): Promise<void> {
    const userId = Number(change.id);
    const { projects } = change.after as unknown as AccessDocument;
    const lost = lostProjects(change);
    let gone: readonly Change[] | null = null;
    for (const socket of this.sockets.of(userId)) {
      const signedIn = this.sockets.get(socket);
      if (!signedIn) continue;
      const actor = { ...signedIn.actor, projects };
      this.sockets.set(socket, { ...signedIn, actor });
      const unseen = lost.filter((projectId) => !isVisibleTo({ parties: [], projectId }, actor));
      gone ??= await this.documents.goneWith(unseen, actor, change.position);
      this.sockets.emitChanges([socket], gone);
      this.readAgain(socket, change.position);
    }
  }

  /** Applies a change of what a position grants to the open sockets of its holders. */
  private async takeGrant({ id, position }: DocumentChange): Promise<void> {
    for (const [socket, signedIn] of this.sockets.all()) {
      const { actor } = signedIn;
      if (!actor.positions?.includes(Number(id))) continue;
      const document = await this.readModels.get<UserDocument>(userModel, actor.id);
      if (!document) continue;
      const attendance = await grantedAttendance(this.readModels, document.user);
      this.sockets.set(socket, { ...signedIn, actor: { ...actor, attendance } });
      this.readAgain(socket, position);
    }
  }

  private readAgain(socket: BrowserSocket, position: string): void {
    if (!this.sockets.has(socket)) return;
    this.looking.leaveAll(socket);
    this.sockets.emit([socket], 'resync', { position });
  }
}
