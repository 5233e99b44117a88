import { type MemberAnswer, type Page, type ProjectAnswer, projectOperations } from '@gos/contract';
import { type ProjectBodies, projectAggregate } from '@gos/domain';
import { Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Handles } from '../../http/commands';
import { PlainCommands, type PlainCommandsOf } from '../../http/plain-commands';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { CreateProjectDto, EditProjectDto } from './projects.bodies';
import { type ProjectQuestions, ReadProjects } from './projects.queries';

const ProjectId = idParam('project.not-found');

type Reader = SignedIn['actor'];

@ApiTags('projects')
@Controller()
export class ProjectsController
  extends PlainCommands(projectAggregate, projectOperations, {
    ids: { projects: 'project.not-found', members: 'project.member.not-there' },
    bodies: { create: CreateProjectDto, edit: EditProjectDto },
  })
  implements Handles<ProjectBodies, PlainCommandsOf<typeof projectOperations>>
{
  constructor(
    readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {
    super();
  }

  @Serves(projectOperations.list, 'The projects that I may see')
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<ProjectAnswer>> {
    return this.ask('list', { raw }, me);
  }

  @Serves(projectOperations.detail, 'A project, also as it was at a moment')
  detail(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<ProjectAnswer> {
    return this.ask('detail', { projectId, raw }, me);
  }

  @Serves(projectOperations.members, 'The members of the project')
  members(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<MemberAnswer>> {
    return this.ask('members', { projectId, raw }, me);
  }

  private ask<N extends keyof ProjectQuestions>(about: N, question: ProjectQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadProjects(about, question, reader));
  }
}
