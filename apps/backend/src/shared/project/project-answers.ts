import type { MemberAnswer, ProjectAnswer } from '@gos/contract';
import { canOfProject } from '@gos/domain';
import type { ProjectDocument } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import type { SignedIn } from '../../http/request-context';
import { People } from '../user/people';

/** Joins project documents with names for one reader. */
@Injectable()
export class ProjectAnswers {
  constructor(private readonly people: People) {}

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
      members: this.members(document),
      revision,
      can: canOfProject(document.project, reader),
    };
  }

  members({ project }: ProjectDocument): MemberAnswer[] {
    return project.members.map(({ userId, permission, notification }) => ({
      user: this.people.ref(userId),
      permission,
      notification,
    }));
  }
}
