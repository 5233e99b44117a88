import type { Change } from '@gos/contract';
import { same } from '@gos/domain/kernel/values';
import { type AccessDocument, accessModel, isVisibleTo, type UserDocument, userModel } from '@gos/projections';
import type { DocumentChange } from '../../engine/projections/batch';
import type { BrowserSocket } from './browser-socket';
import type { ChangeDocuments } from './change-documents';
import { lostProjects } from './change-feed';
import type { OpenSockets } from './open-sockets';
import type { PresenceMessages } from './presence-messages';

/** Applies changed rights to open sockets, and sends each the documents that its person may no longer see. */
export class SocketRights {
  constructor(
    private readonly sockets: OpenSockets,
    private readonly looking: PresenceMessages,
    private readonly documents: ChangeDocuments,
  ) {}

  /** Applies changes of access, role, positions and deactivation to the open sockets. */
  async take(applied: readonly DocumentChange[]): Promise<void> {
    for (const change of applied) if (change.model === accessModel.name && change.after) await this.takeAccess(change);
    for (const { model, before, after, position } of applied) {
      if (model !== userModel.name || after === null || before === null) continue;
      const { id: userId, role, positionIds: positions, active } = (after as unknown as UserDocument).user;
      const was = (before as unknown as UserDocument).user;
      const changed = role !== was.role || !same(positions, was.positionIds);
      for (const socket of this.sockets.of(userId)) {
        const signedIn = this.sockets.get(socket);
        if (!active) socket.disconnect(true);
        else if (changed && signedIn) {
          this.sockets.set(socket, { ...signedIn, actor: { ...signedIn.actor, role, positions } });
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

  private readAgain(socket: BrowserSocket, position: string): void {
    if (!this.sockets.has(socket)) return;
    this.looking.leaveAll(socket);
    this.sockets.emit([socket], 'resync', { position });
  }
}
