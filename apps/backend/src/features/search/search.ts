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
  type PathOf,
  type ProjectDocument,
  projectModel,
  type TaskDiscussionDocument,
  type TaskDocument,
  taskDiscussionModel,
  taskModel,
  visibleTo,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { TaskAnswers } from '../../entities/task/task-answers';
import { wordsToFind } from '../../entities/task/task-lists';
import { type NamePerson, UserAnswers } from '../../entities/user/user-answers';
import { filtersOf, type ParsedListQuery, skipOf } from '../../http/list-query';
import type { SignedIn } from '../../http/request-context';
import type { Filter } from '../../stores/read-models/read-models';
import { countOf, groupOf, takeFrom } from './relevance-group';
import { snippetOf } from './snippet';
import { TaskFinder } from './task-finder';

type SearchedBy = typeof searchOperations.find.query;
type SearchAsked = ParsedListQuery<SearchedBy>;
type Reader = SignedIn['actor'];
/** A text of a found document, with the field it comes from. */
type TextHit = readonly [SearchItem['field'], string];

/** The most projects, and boards, that a search finds; beyond that, the first by name. */
const maxPlaces = 100;
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
    return documents.flatMap(({ project: { id, name, contracts } }) => {
      const places: TextHit[] = [
        ['name', name],
        ...contracts.map((contract): TextHit => {
          const text = [contract.contractId, contract.name, contract.client].filter(Boolean).join(' · ');
          return ['contract', text];
        }),
      ];
      return placed('project', { id, name }, places, words, null);
    });
  }

  private async boards(words: readonly string[], wishes: readonly Filter[]): Promise<SearchItem[]> {
    const filter = placesFilter(words, [{ deleted: false }, ...wishes]);
    const documents = await this.readModels.find<BoardDocument>(boardModel, filter, byName);
    const named = await this.readModels.getMany<ProjectDocument>(
      projectModel,
      documents.map(({ projectId }) => projectId),
    );
    return documents.flatMap(({ board: { id, name, description, projectId } }) => {
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
  }

  private async taskItems(
    taskIds: readonly number[],
    words: readonly string[],
    reader: Reader,
  ): Promise<ReadonlyMap<number, SearchItem>> {
    const found = await this.readModels.getMany<TaskDocument>(taskModel, taskIds);
    const documents = [...found.values()];
    const further = documents.filter((document) => !holdsEach(document.words, words)).map(({ id }) => id);
    const [rows, discussions, person] = await Promise.all([
      this.answers.rows(documents, reader),
      this.readModels.getMany<TaskDiscussionDocument>(taskDiscussionModel, further),
      this.users.namesFor(reader),
    ]);
    return new Map(
      documents.map(({ id, task }, index) => {
        const places: TextHit[] = [
          ['name', task.name],
          ['tags', task.tags.join(', ')],
          ['description', textOfHtml(task.description)],
          ['result', task.result ?? ''],
          ...task.files.filter(({ deleted }) => !deleted).map(({ name }): TextHit => ['file', name]),
          ...commentsIn(discussions.get(id), person),
        ];
        return [task.id, taskItem(rows[index]!, places, words)];
      }),
    );
  }
}

/** The texts of comments, with mentions replaced by names as the reader sees them. */
function commentsIn(discussion: TaskDiscussionDocument | undefined, person: NamePerson): TextHit[] {
  return (discussion?.comments ?? [])
    .filter(({ deleted }) => !deleted)
    .map(
      ({ text }): TextHit => [
        'comment',
        text.replace(/@\[(\d{1,15})\]/g, (_, id: string) => `@${person(Number(id)).name}`),
      ],
    )
    .reverse();
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

/** The text with the most of the words; the first of equals. */
function bestOf(places: readonly TextHit[], words: readonly string[]): TextHit | null {
  let best: TextHit | null = null;
  let most = 0;
  for (const place of places) {
    const held = foldWords(place[1]);
    const count = words.filter((word) => held.some((one) => one.startsWith(word))).length;
    if (count > most) [best, most] = [place, count];
    if (most === words.length) break;
  }
  return best;
}

function taskItem(row: TaskRowAnswer, places: readonly TextHit[], words: readonly string[]): SearchItem {
  const [field, text] = bestOf(places, words) ?? ['id', `#${row.id}`];
  const { id, name, state, deadline, contractor, solver, project } = row;
  const snippet = snippetOf(text, words);
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
  const [field, text] = best;
  return [{ model, id, name, snippet: snippetOf(text, words), field, ...nothing, project }];
}
