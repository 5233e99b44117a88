import {
  type Board,
  type BoardBodies,
  type BoardCommand,
  type BoardFacts,
  boardAggregate,
  boardStream,
  hasPermission,
  type Project,
  projectAggregate,
  projectFields,
  projectStream,
  refuse,
} from '@gos/domain';
import { type BoardDocument, boardModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import type { PersonContext } from '../../engine/commands/command-context';
import { CommandRunner } from '../../engine/commands/command-runner';
import { CommandSurroundings, type Surroundings } from '../../engine/commands/command-surroundings';
import { IfMatch } from '../../engine/commands/if-match';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { ProjectMembers } from '../../entities/project/project-members';
import { NameablePeople } from '../../entities/user/nameable-people';
import { Refused } from '../../kernel/refused';

type Commander = PersonContext['actor'];

/** Boards are seen by who sees their project, and lie beside its other ones. */
@Injectable()
export class BoardSurroundings implements Surroundings<BoardBodies, Board, BoardFacts> {
  constructor(
    all: CommandSurroundings,
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
    private readonly ifMatch: IfMatch,
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
  ) {
    all.add(boardAggregate, this);
  }

  async facts(state: Board | null, command: BoardCommand, context: PersonContext): Promise<BoardFacts> {
    if (command.type === 'create') {
      const { projectId, assignedUserId } = command.body;
      const project = await this.runner.load(projectStream(projectId), projectAggregate);
      const seen = this.members.mustSee(project, context.actor);
      await this.mustHaveRevision(seen, context.ifMatch);
      return this.among(projectId, seen.actor, assignedUserId, null);
    }
    const { board, actor } = await this.mustSee(state, command.type, context.actor);
    const assigned = command.type === 'edit' ? command.body.assignedUserId : null;
    const beforeId = command.type === 'move' ? (command.body.beforeId ?? null) : null;
    return this.among(board.projectId, actor, assigned, beforeId);
  }

  /** What is deleted is there only for whoever may bring it back and means to. */
  private async mustSee(board: Board | null, type: BoardCommand['type'], given: Commander) {
    const seen = board && (await this.members.load(board.projectId, given));
    const mayBringBack = seen && type === 'undelete' && hasPermission(seen.actor, seen.project.id, 'edit');
    if (!seen || (board.deleted && !mayBringBack)) throw new Refused(refuse('board.not-found'));
    return { board, actor: seen.actor };
  }

  /** A new board is a change of the project that was looked at; rights come first. */
  private async mustHaveRevision({ project, actor }: { project: Project; actor: Commander }, ifMatch: number | null) {
    if (!hasPermission(actor, project.id, 'edit')) return;
    const fields = (one: Project) => Object.fromEntries(projectFields.map((field) => [field, one[field]]));
    const stream = projectStream(project.id);
    await this.ifMatch.refuseConflict(projectAggregate, stream, project, ifMatch, { fields, yours: null });
  }

  private async among(
    projectId: number,
    actor: Commander,
    assignedUserId: number | null | undefined,
    beforeId: number | null,
  ): Promise<BoardFacts> {
    return {
      actor,
      nameable: await this.people.of([assignedUserId], actor),
      neighbours: await this.neighbours(projectId, beforeId),
    };
  }

  /** The documents know where the boards are; the one that is to be next to it has to be there by the log. */
  private async neighbours(projectId: number, beforeId: number | null): Promise<BoardFacts['neighbours']> {
    const documents = await this.readModels.find<BoardDocument>(boardModel, { projectId, deleted: false });
    const boards = documents.map(({ board }) => board);
    if (beforeId === null) return boards;
    const next = await this.runner.load(boardStream(beforeId), boardAggregate);
    const there = next !== null && !next.deleted && next.projectId === projectId;
    return [...boards.filter(({ id }) => id !== beforeId), ...(there ? [next] : [])];
  }
}
