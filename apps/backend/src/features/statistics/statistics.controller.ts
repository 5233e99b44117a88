import { type Page, type StatisticsAnswer, type StatisticsItem, statisticsOperations } from '@gos/contract';
import { type Day, type StatisticsPeriod, statisticsPeriods } from '@gos/domain';
import { type StatisticsKind, statisticsKinds } from '@gos/projections';
import { Controller, Param, Query } from '@nestjs/common';
import { ApiQuery, ApiTags } from '@nestjs/swagger';
import { VisibleProjects } from '../../entities/project/visible-projects';
import { listQuery, queryOf, readers } from '../../http/list-query';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { addressId } from '../../http/validation';
import { Statistics } from './statistics';

const ProjectId = addressId('project.not-found');

const period = { read: readers.choice(statisticsPeriods), code: 'validation.choice' } as const;
const kind = { read: readers.choice(statisticsKinds), code: 'validation.choice', required: true } as const;
/** Refuses 9999-12-31, whose end is no valid instant. */
const dayWithEnd = (value: string) => (value < '9999-12-31' ? readers.day(value) : undefined);
const day = { read: dayWithEnd, code: 'validation.day', required: true } as const;
/** A solver's id, or `none` for tasks without a solver. */
const solver = (value: string) => (value === 'none' ? null : readers.id(value));

@ApiTags('projects')
@Controller()
export class StatisticsController {
  constructor(
    private readonly projects: VisibleProjects,
    private readonly statistics: Statistics,
  ) {}

  @Serves(statisticsOperations.statistics, 'Numbers of the present day, week or month and of the two before it')
  @ApiQuery({ name: 'period', required: false, enum: statisticsPeriods, description: 'month unless said otherwise' })
  async numbers(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<StatisticsAnswer> {
    const query = queryOf(raw, { period });
    const project = await this.projects.project(projectId, me);
    return this.statistics.of(project, (query.period ?? 'month') as StatisticsPeriod, me);
  }

  @Serves(statisticsOperations.items, 'What makes a number of the statistics')
  @ApiQuery({ name: 'kind', enum: statisticsKinds })
  @ApiQuery({ name: 'from', description: 'first day', schema: { type: 'string', format: 'date' } })
  @ApiQuery({ name: 'to', description: 'last day', schema: { type: 'string', format: 'date' } })
  @ApiQuery({ name: 'solver', required: false, type: [String], description: 'numbers of people, or none' })
  @ApiQuery({ name: 'sort', required: false, description: 'at or -at, which is the order unless said otherwise' })
  @ApiQuery({ name: 'q', required: false, description: 'words of the tasks' })
  @ApiQuery({ name: 'page', required: false, type: Number })
  @ApiQuery({ name: 'pageSize', required: false, type: Number })
  async items(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
  ): Promise<Page<StatisticsItem>> {
    const query = listQuery(raw, { sortable: ['at'], filters: { solver }, own: { kind, from: day, to: day } });
    const project = await this.projects.project(projectId, me);
    const span = { from: query.own.from as Day, to: query.own.to as Day };
    return this.statistics.items(project, query.own.kind as StatisticsKind, span, query, me);
  }
}
