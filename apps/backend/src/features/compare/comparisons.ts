import type { Comparison } from '@gos/contract';
import {
  type Board,
  type BoardSection,
  boardSections,
  boardStream,
  byRank,
  evolveBoard,
  evolveProject,
  type Instant,
  type Project,
  projectStream,
  seesDeletedBoards,
} from '@gos/domain';
import { type BoardDocument, boardModel, type ProjectDocument, projectModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import {
  type Compared,
  changesBetween,
  comparisonOf,
  differencesOf,
  type Values,
} from '../../shared/compare/differences';
import { type Reordered, reorderedIn } from '../../shared/compare/reordered';
import { PastStates } from '../../shared/log/past-states';
import { VisibleProjects } from '../../shared/project/visible-projects';
import { VisibleTasks } from '../../shared/task/visible-tasks';
import { type NamePerson, type Reader, refBy, UserAnswers } from '../../shared/user/user-answers';
import { ComparedTasks } from './compared-tasks';

type Past<D> = D & { readonly validSince: Instant };

/** The fields of the project itself: members and contracts are parts of it. */
const projectValues = ({ name, description, externalTicketSystemUrl, finishDate, active }: Project): Values => ({
  name,
  description,
  externalTicketSystemUrl,
  finishDate,
  active,
});

const boardValues = (
  { name, description, section, deadline, assignedUserId, deleted }: Board,
  person: NamePerson,
): Values => ({
  name,
  description,
  section,
  deadline,
  assignedUser: refBy(person, assignedUserId),
  deleted,
});

/** The boards of a section, as its column shows them. */
const inSection = (documents: ReadonlyMap<string, BoardDocument>, section: BoardSection): string[] =>
  [...documents.values()]
    .map(({ board }) => board)
    .filter((board) => board.section === section)
    .sort(byRank)
    .map(({ id }) => String(id));

/** Compares two moments of projects and boards, of what the reader may see today. */
@Injectable()
export class Comparisons {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly projects: VisibleProjects,
    private readonly visible: VisibleTasks,
    private readonly tasks: ComparedTasks,
    private readonly states: PastStates,
    private readonly users: UserAnswers,
  ) {}

  /** @throws Refused with `task.not-found` where the reader does not see it, or it did not exist at the second moment */
  async task(taskId: number, compared: Compared, reader: Reader): Promise<Comparison> {
    const { task: present } = await this.visible.get(taskId, reader, { deletedToo: true });
    const { changes, name } = await this.tasks.ofOne(present, compared, reader);
    return comparisonOf(compared, { thing: { kind: 'task', id: String(taskId), name }, changes }, []);
  }

  /** @throws Refused with `project.not-found` where the reader does not see it, or it did not exist at the second moment */
  async project(projectId: number, compared: Compared, reader: Reader): Promise<Comparison> {
    const { from, to } = compared;
    const { project: is } = await this.projects.project(projectId, reader, to);
    const document = await this.readModels.at(from).get<ProjectDocument>(projectModel, projectId);
    const was = document?.project ?? null;
    const person = await this.users.namesAmong(
      [...is.members, ...(was?.members ?? [])].map(({ userId }) => userId),
      reader,
    );
    const membersOf = (project: Project | null) =>
      new Map(
        (project?.members ?? []).map(({ userId, permission, notification }) => [
          String(userId),
          { name: person(userId).name, values: { permission, notification } },
        ]),
      );
    const contractsOf = (project: Project | null) =>
      new Map(
        (project?.contracts ?? []).map(({ contractId, name, client }) => [
          contractId,
          { name, values: { name, client } },
        ]),
      );
    const described = async (project: Project | null, at: Instant) =>
      project && projectValues((await this.states.at(projectStream(projectId), evolveProject, at)) ?? project);
    const differences = [
      ...differencesOf('contract', contractsOf(was), contractsOf(is)),
      ...differencesOf('member', membersOf(was), membersOf(is)),
      ...(await this.boards(projectId, compared, reader)),
      ...(await this.tasks.differing({ projectId }, compared, reader)),
    ];
    const thing = {
      thing: { kind: 'project', id: String(projectId), name: is.name },
      changes: changesBetween(await described(was, from), await described(is, to)),
    } as const;
    return comparisonOf(compared, thing, differences, (some) => this.tasks.items(some, compared, reader));
  }

  /** @throws Refused with `board.not-found` where the reader does not see it, or it did not exist at the second moment */
  async board(boardId: number, compared: Compared, reader: Reader): Promise<Comparison> {
    const { from, to } = compared;
    const { board: is } = await this.projects.board(boardId, reader, { at: to });
    const document = await this.readModels.at(from).get<BoardDocument>(boardModel, boardId);
    const was = document?.board ?? null;
    const person = await this.users.namesAmong([is.assignedUserId, was?.assignedUserId ?? null], reader);
    const thing = {
      thing: { kind: 'board', id: String(boardId), name: is.name },
      changes: changesBetween(
        was && boardValues(await this.described(was, from), person),
        boardValues(await this.described(is, to), person),
      ),
    } as const;
    const differences = await this.tasks.differing({ 'task.boardId': boardId }, compared, reader, { isOrdered: true });
    return comparisonOf(compared, thing, differences, (some) => this.tasks.items(some, compared, reader));
  }

  private async boards(projectId: number, { from, to }: Compared, reader: Reader) {
    const there = { projectId, deleted: false };
    const hidden = seesDeletedBoards(projectId, reader)
      ? new Set()
      : new Set(await this.readModels.ids(boardModel, { projectId, deleted: true }));
    const at = async (moment: Instant) => {
      const found = await this.readModels.at(moment).find<Past<BoardDocument>>(boardModel as never, there);
      return new Map(found.filter(({ id }) => !hidden.has(id)).map((document) => [document.id, document]));
    };
    const [before, after] = await Promise.all([at(from), at(to)]);
    const isSame = (id: string) => before.get(id)?.validSince === after.get(id)?.validSince;
    const moved = new Map(
      boardSections.flatMap((section) => [
        ...reorderedIn(inSection(before, section), inSection(after, section), (id) => !isSame(id)),
      ]),
    );
    const differing = [...new Set([...before.keys(), ...after.keys()])].filter((id) => !isSame(id) || moved.has(id));
    const assigned = differing.flatMap((id) =>
      [before.get(id), after.get(id)].map((one) => one?.board.assignedUserId ?? null),
    );
    const person = await this.users.namesAmong(assigned, reader);
    const parts = async (documents: ReadonlyMap<string, BoardDocument>, moment: Instant, side: keyof Reordered) => {
      const made = new Map<string, { readonly name: string; readonly values: Values }>();
      for (const id of differing) {
        const board = documents.get(id)?.board;
        if (!board) continue;
        const place = moved.has(id) ? { order: moved.get(id)![side] } : {};
        const values = { ...boardValues(await this.described(board, moment), person), ...place };
        made.set(id, { name: board.name, values });
      }
      return made;
    };
    return differencesOf('board', await parts(before, from, 'from'), await parts(after, to, 'to'));
  }

  /** With its description, which states of the past leave out. */
  private async described(board: Board, at: Instant): Promise<Board> {
    const then = await this.states.at(boardStream(board.id), evolveBoard, at);
    return { ...board, description: then?.description ?? '' };
  }
}
