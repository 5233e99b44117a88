import { Readable } from 'node:stream';
import { type ActivitySources, activityOperations, type Happening, type Page } from '@gos/contract';
import { type Cell, csvOf } from '@gos/domain/kernel/csv';
import { Controller, Param, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Cause, Me, type SignedIn } from '../../http/request-context';
import { Serves, ServesContent } from '../../http/serves';
import { idParam } from '../../http/validation';
import { ActivitySearch } from './activity-search';

const ProjectId = idParam('project.not-found');
type Reader = SignedIn['actor'];
type Pages = AsyncIterable<readonly Happening[]>;

const columns: Readonly<Record<string, (item: Happening) => Cell>> = {
  position: ({ position }) => position,
  at: ({ at }) => at,
  event: ({ event }) => event,
  class: (item) => item.class,
  by: ({ by }) => by?.name ?? null,
  byId: ({ by }) => by?.id ?? null,
  via: ({ via }) => via,
  kind: ({ thing }) => thing.kind,
  thingId: ({ thing }) => thing.id,
  thing: ({ thing }) => thing.name,
  taskId: ({ task }) => task?.id ?? null,
  task: ({ task }) => task?.name ?? null,
  projectId: ({ project }) => project?.id ?? null,
  project: ({ project }) => project?.name ?? null,
  text: ({ text }) => text,
  changes: ({ changes }) => (changes.length === 0 ? null : JSON.stringify(changes)),
  id: ({ id }) => id,
  hash: ({ hash }) => hash,
  source: ({ source }) => source?.kind ?? null,
  sourceId: ({ source }) => source?.id ?? null,
  sourceName: ({ source }) => source?.name ?? null,
};

/** Each part ends on a whole event. */
async function* csvParts(pages: Pages): AsyncGenerator<string> {
  yield csvOf([Object.keys(columns)], 'en');
  for await (const page of pages) {
    if (page.length > 0) {
      yield csvOf(
        page.map((item) => Object.values(columns).map((cell) => cell(item))),
        'en',
      );
    }
  }
}

async function* jsonParts(pages: Pages): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const page of pages) {
    let part = '';
    for (const item of page) {
      part += separator + JSON.stringify(item);
      separator = ',\n';
    }
    if (part !== '') yield part;
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

@ApiTags('activity')
@Controller()
export class ActivityController {
  constructor(private readonly activity: ActivitySearch) {}

  @Serves(activityOperations.search, 'All events, newest first (admins, auditors)')
  search(@Query() raw: Record<string, unknown>, @Cause() sender: PersonSender): Promise<Page<Happening>> {
    return this.activity.search(raw, sender);
  }

  @Serves(
    activityOperations.sources,
    'The API tokens and webhooks that events came through; 50 of each (admins, auditors)',
  )
  sources(@Query() raw: Record<string, unknown>, @Me() me: Reader): Promise<ActivitySources> {
    return this.activity.sourcesOf(raw, me);
  }

  @ServesContent(activityOperations.export, 'All events, oldest first, as a file (admins, auditors)')
  @ApiOkResponse({ schema: activityOperations.export.answer.schema })
  async export(
    @Query() raw: Record<string, unknown>,
    @Cause() sender: PersonSender,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, items } = await this.activity.exporting(raw, sender);
    const parts = format === 'csv' ? csvParts(items) : jsonParts(items);
    reply.header('cache-control', 'private, no-store');
    return new StreamableFile(Readable.from(parts, { objectMode: false }), {
      type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
      disposition: `attachment; filename="gos-activity.${format}"`,
    });
  }

  @Serves(activityOperations.ofProject, 'The events of a project that I may see, newest first')
  ofProject(
    @Param('id', ProjectId) projectId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
  ): Promise<Page<Happening>> {
    return this.activity.ofProject(projectId, raw, me);
  }
}
