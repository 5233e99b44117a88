import { type CommandAnswer, type MemberAnswer, type Page, type ProjectAnswer, projectOperations } from '@gos/contract';
import { type ProjectBodies, type ProjectCommand, projectAggregate } from '@gos/domain';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { AddMemberDto, ChangeMemberDto, CreateProjectDto, EditProjectDto } from './projects.bodies';
import { type ProjectQuestions, ReadProjects } from './projects.queries';

const ProjectId = idParam('project.not-found');
const MemberId = idParam('project.member.not-there');

type Reader = SignedIn['actor'];

@ApiTags('projects')
@Controller()
export class ProjectsController implements Handles<ProjectBodies> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Serves(projectOperations.list, 'The projects that I may see')
  list(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<Page<ProjectAnswer>> {
    return this.ask('list', { raw }, me);
  }

  @Serves(projectOperations.create, 'Create a project, which its creator manages')
  create(@Body() body: CreateProjectDto, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    return this.run(null, { type: 'create', body }, sender);
  }

  @Serves(projectOperations.detail, 'A project')
  detail(@Param('id', ProjectId) projectId: number, @Me() me: Reader): Promise<ProjectAnswer> {
    return this.ask('detail', { projectId }, me);
  }

  @Serves(projectOperations.edit, 'Edit the project')
  edit(
    @Param('id', ProjectId) projectId: number,
    @Body() body: EditProjectDto,
    @CommandRequest() sender: PersonSender,
  ) {
    return this.run(projectId, { type: 'edit', body }, sender);
  }

  @Serves(projectOperations.members, 'The members of the project')
  members(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<MemberAnswer>> {
    return this.ask('members', { projectId, raw }, me);
  }

  @Serves(projectOperations.addMember, 'Add a member')
  addMember(
    @Param('id', ProjectId) projectId: number,
    @Body() body: AddMemberDto,
    @CommandRequest() sender: PersonSender,
  ) {
    return this.run(projectId, { type: 'addMember', body }, sender);
  }

  @Serves(projectOperations.changeMember, 'Change what a member may do or is told; everybody their own notifications')
  changeMember(
    @Param('id', ProjectId) projectId: number,
    @Param('userId', MemberId) userId: number,
    @Body() body: ChangeMemberDto,
    @CommandRequest() sender: PersonSender,
  ) {
    return this.run(projectId, { type: 'changeMember', body: { ...body, userId } }, sender);
  }

  @Serves(projectOperations.removeMember, 'Take a member out; everybody themselves')
  removeMember(
    @Param('id', ProjectId) projectId: number,
    @Param('userId', MemberId) userId: number,
    @CommandRequest() sender: PersonSender,
  ) {
    return this.run(projectId, { type: 'removeMember', body: { userId } }, sender);
  }

  private ask<N extends keyof ProjectQuestions>(about: N, question: ProjectQuestions[N], reader: Reader) {
    return this.queries.execute(new ReadProjects(about, question, reader));
  }

  private async run(id: number | null, command: ProjectCommand, sender: PersonSender): Promise<CommandAnswer> {
    return commandAnswer(await this.commands.execute(new RunCommand(projectAggregate, id, command, sender)));
  }
}
