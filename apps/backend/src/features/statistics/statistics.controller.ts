import { type Page, type StatisticsAnswer, type StatisticsItem, statisticsOperations } from '@gos/contract';
import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { parseListQuery, parseQuery } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { VisibleProjects } from '../../shared/project/visible-projects';
import { Statistics } from './statistics';

const ProjectId = idParam('project.not-found');

@ApiTags('projects')
@Controller()
export class StatisticsController {
  constructor(
    private readonly projects: VisibleProjects,
    private readonly statistics: Statistics,
  ) {}

  @Serves(statisticsOperations.statistics, 'Numbers of the present day, week or month and of the two before it')
  async numbers(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<StatisticsAnswer> {
    const query = parseQuery(raw, statisticsOperations.statistics.query);
    const project = await this.projects.project(projectId, me);
    return this.statistics.of(project, query.period ?? 'month', me);
  }

  @Serves(statisticsOperations.items, 'What makes a number of the statistics')
  async items(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<Page<StatisticsItem>> {
    const query = parseListQuery(raw, statisticsOperations.items.query);
    const project = await this.projects.project(projectId, me);
    return this.statistics.items(project, query, me);
  }
}
