import type {
  FilterName,
  NamedRef,
  Page,
  SearchItem,
  SearchModel,
  searchOperations,
  TaskRowAnswer,
} from '@gos/contract';
import { foldWords, holdsEach, type TaskState, textOfHtml } from '@gos/domain';
import {
  type BoardDocument,
  boardModel,
  commentModel,
  type ListedCommentDocument,
  type PathOf,
  type ProjectDocument,
  projectModel,
  type TaskDocument,
  taskModel,
  visibleTo,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { filtersOf, type ParsedListQuery, skipOf } from '../../http/list-query';
import type { SignedIn } from '../../http/request-context';
import { inParts, mapInPieces } from '../../kernel/pieces';
import { TaskAnswers } from '../../shared/task/task-answers';
import { wordsToFind } from '../../shared/task/task-lists';
import { type NamePerson, UserAnswers } from '../../shared/user/user-answers';
import type { Filter } from '../../stores/read-models/read-models';
import { countOf, groupOf, takeFrom } from './relevance-group';
import { SearchedText } from './snippet';
import { TaskFinder } from './task-finder';

type SearchedBy = typeof searchOperations.find.query;
type SearchAsked = ParsedListQuery<SearchedBy>;
type Reader = SignedIn['actor'];
/** A text of a found document, with the field it comes from. */
type TextHit = readonly [SearchItem['field'], string];

/** The most projects, and boards, that a search finds; beyond that, the first by name. */
const maxPlaces = 100;
/** The most comments of a task among which a snippet is looked for. */
const maxComments = 5;
/** Tasks that are read at once, with all that is written in them. */
const readAtOnce = 5;
const nothing = { state: null, deadline: null, contractor: null, solver: null } as const;

/** Full-text search over everything the reader may see; matches in names come first. */
@Injectable()
export class Search {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly tasks: TaskFinder,
    private readonly answers: TaskAnswers,
    private readonly users: UserAnswers,
  ) {}

  async find(query: SearchAsked, reader: Reader): Promise<Page<SearchItem>> {
    const { page, pageSize } = query;
    const words = wordsToFind(foldWords(query.q ?? ''));
    if (words.length === 0) return { items: [], total: 0, page, pageSize };
    const guard = visibleTo(reader) as Filter;
    const wishes = wishesOf(query, 'task');
    const [places, tasks] = await Promise.all([
      this.places(words, guard, query),
      wishes && this.tasks.find(words, { guard, wishes }),
    ]);
    // Places go through the same parts as tasks, as negative indexes.
    const numbered = (fits: (place: SearchItem) => boolean) =>
      groupOf(places.flatMap((place, index) => (fits(place) ? [-1 - index] : [])));
    const named = numbered(({ field }) => field === 'name');
    const others = numbered(({ field }) => field !== 'name');
    const parts = tasks ? [tasks.exact, named, tasks.named, ...tasks.others, others, tasks.discussed] : [named, others];
    const { skip, limit } = skipOf(query);
    const shown = await takeFrom(parts, skip, limit);
    const items = await this.taskItems(
      shown.filter((taskId) => taskId > 0),
      words,
      reader,
    );
    return {
      items: shown.flatMap((id) => (id < 0 ? places[-1 - id]! : (items.get(id) ?? []))),
      total: countOf(parts),
      page,
      pageSize,
    };
  }

  /** Matching projects, then boards, each sorted by name. */
  private async places(words: readonly string[], guard: Filter, query: SearchAsked): Promise<readonly SearchItem[]> {
    const [ofProjects, ofBoards] = [wishesOf(query, 'project'), wishesOf(query, 'board')];
    const found = await Promise.all([
      ofProjects ? this.projects(words, [guard, ...ofProjects]) : [],
      ofBoards ? this.boards(words, [guard, ...ofBoards]) : [],
    ]);
    return found.flat();
  }

  private async projects(words: readonly string[], wishes: readonly Filter[]): Promise<SearchItem[]> {
    const documents = await this.readModels.find<ProjectDocument>(projectModel, placesFilter(words, wishes), byName);
    const sizeOf = ({ project }: ProjectDocument) => 200 * (1 + project.contracts.length);
    const found = await mapInPieces(documents, sizeOf, ({ project: { id, name, contracts } }) => {
      const places: TextHit[] = [
        ['name', name],
        ...contracts.map((contract): TextHit => {
          const text = [contract.contractId, contract.name, contract.client].filter(Boolean).join(' · ');
          return ['contract', text];
        }),
      ];
      return placed('project', { id, name }, places, words, null);
    });
    return found.flat();
  }

  private async boards(words: readonly string[], wishes: readonly Filter[]): Promise<SearchItem[]> {
    const filter = placesFilter(words, [{ deleted: false }, ...wishes]);
    const documents = await this.readModels.find<BoardDocument>(boardModel, filter, byName);
    const named = await this.readModels.getMany<ProjectDocument>(
      projectModel,
      documents.map(({ projectId }) => projectId),
    );
    const sizeOf = ({ board }: BoardDocument) => 200 + board.description.length;
    const found = await mapInPieces(documents, sizeOf, ({ board: { id, name, description, projectId } }) => {
      const project = named.get(String(projectId));
      const places: TextHit[] = [
        ['name', name],
        ['description', description],
      ];
      return placed(
        'board',
        { id, name },
        places,
        words,
        project ? { id: projectId, name: project.project.name } : null,
      );
    });
    return found.flat();
  }

  /** Returns for each task the latest comment with all words, or the latest ones with any. */
  private async comments(
    taskIds: readonly number[],
    words: readonly string[],
  ): Promise<ReadonlyMap<number, readonly ListedCommentDocument[]>> {
    const each = words.map((word): Filter => ({ words: { $prefix: word } }));
    const sort = [{ field: 'commentId', direction: 'desc' }] as const;
    const latest = (taskId: number, said: Filter, limit: number) =>
      this.readModels.find(commentModel, { $and: [{ taskId }, { deleted: false }, said] }, { sort, limit });
    const latestOf = async (taskId: number) => {
      const whole = await latest(taskId, { $and: each }, 1);
      return [taskId, whole.length > 0 ? whole : await latest(taskId, { $or: each }, maxComments)] as const;
    };
    return new Map(await this.inTurns(taskIds, (ids) => Promise.all(ids.map(latestOf))));
  }

  /** Reads a few tasks at a time, because each text may be long. */
  private async inTurns<T>(
    taskIds: readonly number[],
    read: (ids: readonly number[]) => Promise<Iterable<T>>,
  ): Promise<T[]> {
    const found: T[] = [];
    for await (const part of inParts(taskIds, readAtOnce)) found.push(...(await read(part)));
    return found;
  }

  private async taskItems(
    taskIds: readonly number[],
    words: readonly string[],
    reader: Reader,
  ): Promise<ReadonlyMap<number, SearchItem>> {
    const documents = await this.inTurns(taskIds, async (ids) =>
      (await this.readModels.getMany<TaskDocument>(taskModel, ids)).values(),
    );
    const held = await mapInPieces(documents, sizeOf, (document) => holdsEach(document.words, words));
    const further = documents.filter((_, index) => !held[index]).map(({ task }) => task.id);
    const [rows, discussions, person] = await Promise.all([
      this.answers.rows(documents, reader),
      this.comments(further, words),
      this.users.namesFor(reader),
    ]);
    const items = await mapInPieces(documents, sizeOf, ({ task }, index) =>
      taskItem(rows[index]!, textsOfTask(task, discussions.get(task.id), person), words),
    );
    return new Map(items.map((item) => [item.id, item]));
  }
}

/** In characters. */
const sizeOf = ({ task }: TaskDocument) => task.description.length + (task.result?.length ?? 0) + 1_000;

/** The texts of a task, the best first; each is made when it is looked at. */
function* textsOfTask(
  task: TaskDocument['task'],
  comments: readonly ListedCommentDocument[] | undefined,
  person: NamePerson,
): Generator<TextHit> {
  yield ['name', task.name];
  yield ['tags', task.tags.join(', ')];
  yield ['description', textOfHtml(task.description)];
  yield ['result', task.result ?? ''];
  for (const { deleted, name } of task.files) if (!deleted) yield ['file', name];
  yield* textsOf(comments, person);
}

/** The texts of comments, with mentions replaced by names as the reader sees them. */
function textsOf(comments: readonly ListedCommentDocument[] = [], person: NamePerson): TextHit[] {
  return comments.map(
    ({ text }): TextHit => [
      'comment',
      text.replace(/@\[(\d{1,15})\]/g, (_, id: string) => `@${person(Number(id)).name}`),
    ],
  );
}

const byName = {
  sort: [
    { field: 'nameKey', direction: 'asc' },
    { field: 'id', direction: 'asc' },
  ],
  limit: maxPlaces,
} as const;

function placesFilter(words: readonly string[], wishes: readonly Filter[]): Filter {
  return { $and: [...wishes, ...words.map((word): Filter => ({ words: { $prefix: word } }))] };
}

interface Narrowing {
  readonly task: PathOf<TaskDocument> | null;
  readonly project: PathOf<ProjectDocument> | null;
  readonly board: PathOf<BoardDocument> | null;
}

/** Where the documents hold what a search is narrowed by; null: none of them is found then. */
const narrowings: Readonly<Record<Exclude<FilterName<SearchedBy>, 'model'>, Narrowing>> = {
  state: { task: 'task.state', project: null, board: null },
  project: { task: 'projectId', project: null, board: 'projectId' },
  person: { task: 'parties', project: null, board: null },
};

/** The conditions by which documents are narrowed; null when the search leaves all of them out. */
function wishesOf(query: SearchAsked, model: SearchModel): Filter[] | null {
  const wishes: Filter[] = [];
  for (const [name, values] of filtersOf(query)) {
    if (name === 'model') {
      if (!values.includes(model)) return null;
      continue;
    }
    const path = narrowings[name][model];
    if (path === null) return null;
    wishes.push({ [path]: { $in: values } });
  }
  return wishes;
}

/** The text with the most of the words, the first of equals, with a snippet of it; null where none has any. */
function bestOf(places: Iterable<TextHit>, words: readonly string[]): TextHit | null {
  let best: readonly [SearchItem['field'], SearchedText] | null = null;
  for (const [field, text] of places) {
    const searched = new SearchedText(text, words);
    if (searched.count > (best?.[1].count ?? 0)) best = [field, searched];
    if (searched.count === words.length) break;
  }
  return best && [best[0], best[1].snippet()];
}

function taskItem(row: TaskRowAnswer, places: Iterable<TextHit>, words: readonly string[]): SearchItem {
  const [field, snippet] = bestOf(places, words) ?? ['id', new SearchedText(`#${row.id}`, words).snippet()];
  const { id, name, state, deadline, contractor, solver, project } = row;
  return {
    model: 'task',
    id,
    name,
    snippet,
    field,
    state: state satisfies TaskState,
    deadline,
    contractor,
    solver,
    project,
  };
}

/** The result for a project or board; none when no text contains a word, as when only its id matched. */
function placed(
  model: 'project' | 'board',
  { id, name }: NamedRef,
  places: readonly TextHit[],
  words: readonly string[],
  project: NamedRef | null,
): SearchItem[] {
  const best = bestOf(places, words);
  if (best === null) return [];
  const [field, snippet] = best;
  return [{ model, id, name, snippet, field, ...nothing, project }];
}
