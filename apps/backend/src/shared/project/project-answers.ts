import type { MemberAnswer, ProjectAnswer } from '@gos/contract';
import { canOfProject, evolveProject, type Instant, projectStream } from '@gos/domain';
import { type ProjectDocument, projectModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { SignedIn } from '../../http/request-context';
import { PastStates } from '../log/past-states';
import { People } from '../user/people';
import { type NamePerson, UserAnswers } from '../user/user-answers';

/** Joins project documents with names for one reader. */
@Injectable()
export class ProjectAnswers {
  constructor(
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly readModels: ActiveReadModels,
    private readonly states: PastStates,
  ) {}

  /** @param at the moment of the projects, when they are past ones; their rights are those of today */
  async answers(
    documents: readonly ProjectDocument[],
    reader: SignedIn['actor'],
    at?: Instant,
  ): Promise<ProjectAnswer[]> {
    if (at === undefined) return documents.map((document) => this.answer(document, reader));
    const ids = documents.map(({ id }) => id);
    const present = await this.readModels.getMany<ProjectDocument>(projectModel, ids);
    return Promise.all(
      documents.map(async (document) => {
        const then = await this.states.at(projectStream(document.projectId), evolveProject, at);
        const { can } = this.answer(present.get(document.id) ?? document, reader);
        const members = await this.members(document, reader, at);
        return { ...this.answer(document, reader), description: then?.description ?? '', members, can };
      }),
    );
  }

  answer(document: ProjectDocument, reader: SignedIn['actor']): ProjectAnswer {
    const { id, name, description, externalTicketSystemUrl, finishDate, active, contracts, revision } =
      document.project;
    return {
      id,
      name,
      description,
      externalTicketSystemUrl,
      finishDate,
      active,
      contracts,
      members: membersOf(document, (userId) => this.people.ref(userId)),
      revision,
      can: canOfProject(document.project, reader),
    };
  }

  /** Former members whom the reader does not see today have a number for a name. */
  async members(document: ProjectDocument, reader: SignedIn['actor'], at?: Instant): Promise<MemberAnswer[]> {
    if (at === undefined) return membersOf(document, (userId) => this.people.ref(userId));
    const person = await this.users.namesAmong(document.memberIds, reader);
    return membersOf(document, person);
  }
}

const membersOf = ({ project }: ProjectDocument, person: NamePerson): MemberAnswer[] =>
  project.members.map(({ userId, permission, notification }) => ({ user: person(userId), permission, notification }));
