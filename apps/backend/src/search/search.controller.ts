import { foldWords, holdsEach, textOfHtml } from '@gos/domain';
import {
  type Page,
  type SearchItem,
  type TaskDiscussionDocument,
  type TaskDocument,
  taskDiscussionModel,
  taskModel,
  visibleTo,
} from '@gos/projections';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Views } from '../cqrs/views';
import { listQuery, skipOf } from '../http/list-query';
import { Me, type SignedIn } from '../http/request-context';
import type { Filter } from '../read-models/read-models';
import { wordsFilter } from '../tasks/task-lists';
import { snippetOf } from './snippet';

/** How many tasks that match only in their comments are looked at beside those that match themselves. */
const discussionLimit = 1_000;

@ApiTags('search')
@Controller('search')
export class SearchController {
  constructor(private readonly views: Views) {}

  @Get()
  @ApiQuery({ name: 'q' })
  @ApiOperation({ summary: 'Full text over all that the reader may see; diacritics and case do not matter' })
  async search(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<SearchItem>> {
    const query = listQuery(raw, { sortable: [], filters: {} });
    const words = foldWords(query.q ?? '');
    const { page, pageSize } = query;
    if (words.length === 0) return { items: [], total: 0, page, pageSize };
    const seen = visibleTo(me) as Filter;
    const filter: Filter = { $and: [{ deleted: false }, seen, ...wordsFilter(query.q)] };
    const { skip, limit } = skipOf(query);
    const [documents, own, discussions] = await Promise.all([
      this.views.find<TaskDocument>(taskModel, filter, { sort: [{ field: 'taskId', direction: 'desc' }], skip, limit }),
      this.views.count(taskModel, filter),
      this.views.find<TaskDiscussionDocument>(taskDiscussionModel, filter, {
        sort: [{ field: 'taskId', direction: 'desc' }],
        limit: discussionLimit,
      }),
    ]);
    const further = await this.onlyDiscussed(discussions, words);
    const room = limit - documents.length;
    const start = Math.max(0, skip - own);
    const items = [
      ...documents.map((document) => itemOf(document, words)),
      ...further.slice(start, start + room).map(
        ({ document, text }): SearchItem => ({
          model: 'task',
          id: document.taskId,
          name: document.task.name,
          snippet: snippetOf(text, words),
          field: 'comment',
        }),
      ),
    ];
    return { items, total: own + further.length, page, pageSize };
  }

  private async onlyDiscussed(discussions: readonly TaskDiscussionDocument[], words: readonly string[]) {
    const tasks = await this.views.getMany<TaskDocument>(
      taskModel,
      discussions.map(({ id }) => id),
    );
    return discussions.flatMap((discussion) => {
      const document = tasks.get(discussion.id);
      if (!document || holdsEach(document.words, words)) return [];
      const comment = discussion.comments.find(
        ({ deleted, text }) => !deleted && holdsEach(foldWords(text), words.slice(0, 1)),
      );
      return [{ document, text: comment?.text ?? '' }];
    });
  }
}

function itemOf({ task }: TaskDocument, words: readonly string[]): SearchItem {
  const texts: [SearchItem['field'], string][] = [
    ['name', task.name],
    ['tags', task.tags.join(' ')],
    ['description', textOfHtml(task.description)],
    ['result', task.result ?? ''],
    ...task.files.filter(({ deleted }) => !deleted).map(({ name }): [SearchItem['field'], string] => ['file', name]),
  ];
  const best = texts.find(([, text]) => holdsEach(foldWords(text), words));
  const some = best ?? texts.find(([, text]) => holdsEach(foldWords(text), words.slice(0, 1)));
  const [field, text] = some ?? ['id', `#${task.id}`];
  return { model: 'task', id: task.id, name: task.name, snippet: snippetOf(text, words), field };
}
