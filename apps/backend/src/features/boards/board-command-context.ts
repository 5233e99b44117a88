import {
  type Board,
  type BoardCommand,
  type BoardFacts,
  boardAggregate,
  boardStream,
  boardUndoing,
  projectAggregate,
  projectStream,
  refuse,
  seesDeletedBoards,
} from '@gos/domain';
import { type BoardDocument, boardModel } from '@gos/projections';
import { CommandContextOf, type Compared } from '../../engine/commands/command-context';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { UndoScans } from '../../engine/commands/undo-scans';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';
import { comparedProject, ProjectMembers } from '../../shared/project/project-members';
import { NameablePeople } from '../../shared/user/nameable-people';

type Commander = PersonSender['actor'];

/** Loads what board commands need: the project, which decides who sees the board, and its other boards, for ranks. */
@CommandContextOf(boardAggregate)
export class BoardCommandContext {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
    private readonly scans: UndoScans,
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
  ) {}

  async facts(state: Board | null, command: BoardCommand, sender: PersonSender): Promise<BoardFacts> {
    if (command.type === 'create') {
      const { projectId, assignedUserId } = command.body;
      const project = await this.runner.load(projectStream(projectId), projectAggregate);
      const seen = this.members.assertVisible(project, sender.actor);
      return this.among(projectId, seen.actor, assignedUserId, null);
    }
    const { board, actor } = await this.assertVisible(state, command.type, sender.actor);
    if (command.type === 'undo') {
      const undo = await this.scans.of(boardUndoing, boardStream(board.id), command.body);
      return { ...(await this.among(board.projectId, actor, undo.steps[0]?.before?.assignedUserId, null)), undo };
    }
    const assigned = command.type === 'edit' ? command.body.assignedUserId : null;
    const beforeId = command.type === 'move' ? (command.body.beforeId ?? null) : null;
    return this.among(board.projectId, actor, assigned, beforeId);
  }

  /** If-Match of a new board is the project's revision. */
  compares({ type, body }: BoardCommand): Compared | null {
    return type === 'create' ? comparedProject(body.projectId) : null;
  }

  /** A deleted board exists only for `undelete` and `undo` by an actor who may read deleted ones. */
  private async assertVisible(board: Board | null, type: BoardCommand['type'], given: Commander) {
    const seen = board && (await this.members.load(board.projectId, given));
    const isRestoring = type === 'undelete' || type === 'undo';
    const seesDeleted = seen && isRestoring && seesDeletedBoards(board.projectId, seen.actor);
    if (!seen || (board.deleted && !seesDeleted)) throw new Refused(refuse('board.not-found'));
    return { board, actor: seen.actor };
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

  /** The boards of the project from the read model, but board `beforeId` from the log, so that it is not outdated. */
  private async neighbours(projectId: number, beforeId: number | null): Promise<BoardFacts['neighbours']> {
    const documents = await this.readModels.find<BoardDocument>(boardModel, { projectId, deleted: false });
    const boards = documents.map(({ board }) => board);
    if (beforeId === null) return boards;
    const next = await this.runner.load(boardStream(beforeId), boardAggregate);
    const there = next !== null && !next.deleted && next.projectId === projectId;
    return [...boards.filter(({ id }) => id !== beforeId), ...(there ? [next] : [])];
  }
}
