// @vitest-environment jsdom
import type { CommentAnswer, MeAnswer, NamedRef, Page, TaskAnswer, TaskRowAnswer } from '@gos/contract';
import { same } from '@gos/domain/kernel/values';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { boardKeys } from '../src/entities/board/boards.api';
import { loadDecisions, showChange } from '../src/entities/task/shown-changes';
import {
  addParticipant,
  addSubtask,
  assignTo,
  editOf,
  moveTo,
  type OtherTask,
  requestOf,
  type TaskChange,
  waitFor,
} from '../src/entities/task/task-changes';
import { type Discussion, type TaskListQuery, taskKeys } from '../src/entities/task/tasks.api';
import type { Reader } from '../src/entities/user/use-reader';
import { type Installation, startInstallation } from './support/installation';

/** Compares optimistic updates in the browser with the server's result of the same random change. */
const changes = process.env.TEST_FULL === undefined ? 300 : 3_000;
const seed = Number(process.env.TEST_SEED ?? 20_261_123);

/** Mulberry32: the same changes in every run of a seed. */
function randomOf(state: number): () => number {
  let present = state;
  return () => {
    present = (present + 0x6d2b79f5) | 0;
    let mixed = Math.imul(present ^ (present >>> 15), present | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const random = randomOf(seed);
const below = (count: number) => Math.floor(random() * count);
const oneOf = <T>(all: readonly T[]): T => all[below(all.length)]!;
const maybe = <T>(value: T): T | null => (random() < 0.25 ? null : value);

let installation: Installation;

/** Somebody without a browser. */
class Someone {
  private cookies = '';
  me!: MeAnswer;

  constructor(readonly name: string) {}

  async enter(): Promise<void> {
    const email = `${crypto.randomUUID()}@firma.example`;
    const password = 'pevné heslo 2026';
    await this.send('POST', '/auth/register', { name: this.name, email, password, passwordRepeat: password });
    await this.look();
  }

  async look(): Promise<void> {
    this.me = (await this.read<MeAnswer>('/me'))!;
  }

  get reader(): Reader {
    return this.me;
  }

  async send(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${installation.address}/api${path}`, {
      method,
      headers: {
        'X-Requested-With': 'gos',
        'Idempotency-Key': crypto.randomUUID(),
        cookie: this.cookies,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf(';')));
    if (set.length > 0) this.cookies = set.join('; ');
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
  }

  /** undefined for what is not there for this person */
  async read<T>(path: string): Promise<T | undefined> {
    const { status, body } = await this.send('GET', path);
    return status === 200 ? (body as T) : undefined;
  }
}

const names = ['Karla Svobodová', 'Jan Novák', 'Petr Dvořák', 'Eva Malá'];
const people = names.map((name) => new Someone(name));
const boards: { readonly board: NamedRef; readonly project: NamedRef }[] = [];
const tasks: number[] = [];

beforeAll(async () => {
  installation = await startInstallation();
  for (const person of people) await person.enter();
  const [admin, , petr, eva] = people as [Someone, Someone, Someone, Someone];
  for (const { me } of people.slice(1)) await admin.send('PATCH', `/users/${me.id}`, { role: 'member' });
  for (const name of ['Orlice', 'Sklad']) {
    const { body } = await admin.send('POST', '/projects', { name });
    const id = Number(body.id);
    await admin.send('POST', `/projects/${id}/members`, {
      userId: petr.me.id,
      permission: 'edit',
      notification: 'none',
    });
    await admin.send('POST', `/projects/${id}/members`, {
      userId: eva.me.id,
      permission: 'view',
      notification: 'none',
    });
    for (const board of ['Evidence', 'Čtečky']) {
      const made = await admin.send('POST', `/projects/${id}/boards`, { name: board, section: 'todo' });
      boards.push({ board: { id: Number(made.body.id), name: board }, project: { id, name } });
    }
  }
  for (let index = 0; index < 10; index++) await newTask();
  for (const person of people) await person.look();
  await loadDecisions();
});

afterAll(() => installation?.stop());

const personRef = () => oneOf(people.map(({ me: { id, name } }) => ({ id, name })));
const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

async function newTask(): Promise<void> {
  const place = maybe(oneOf(boards));
  const { body } = await oneOf(people).send('POST', '/tasks', {
    name: `Úkol ${tasks.length}`,
    type: oneOf(['normal', 'normal', 'continuous', 'graph']),
    contractorId: personRef().id,
    solverId: maybe(personRef().id),
    ...(place && { projectId: place.project.id, boardId: place.board.id }),
  });
  if (body.id !== undefined) tasks.push(Number(body.id));
}

function changeOf(task: TaskAnswer, comments: readonly CommentAnswer[], known: OtherTask): TaskChange {
  const { board, project } = oneOf(boards);
  const other = known.id;
  const aComment = () => oneOf([...comments.map(({ id }) => id), 1]);
  const made: readonly (() => TaskChange)[] = [
    () => editOf({ name: oneOf(['Nový název', '  s mezerami ', task.name]) }, task.revision),
    () => editOf({ priority: 1 + below(9), tags: [oneOf(['a', ' b ', 'c'])] }, task.revision),
    () => editOf({ description: oneOf(['<p>ano</p>', '']), gitBranch: maybe(' větev ') }, task.revision),
    () => editOf({ type: oneOf(['normal', 'continuous', 'meeting', 'graph']) }, task.revision),
    () => assignTo(maybe(personRef())),
    () => ({ type: 'complete', body: { result: oneOf([' hotovo ', 'x']) } }),
    () => ({ type: 'complete', body: { result: 'hotovo' } }),
    () => ({ type: 'accept', body: random() < 0.5 ? {} : { reservation: 'ale', rating: 3, comment: 'díky' } }),
    () => ({ type: 'return', body: { reason: 'chybí', ...(random() < 0.5 && { deadline: dayAt(below(6) - 1) }) } }),
    () => ({ type: 'end', body: {} }),
    () => ({ type: 'restore', body: random() < 0.5 ? {} : { deadline: dayAt(3) } }),
    () => ({ type: 'restore', body: {} }),
    () => ({ type: 'deadline', body: { deadline: maybe(dayAt(below(9) - 2)) } }),
    () => ({ type: 'plan', body: { shownDate: maybe(dayAt(below(9) - 2).slice(0, 10)) } }),
    () => ({ type: 'estimate', body: { estimateMinutes: 15 * (1 + below(8)) } }),
    () => ({ type: 'budget', body: { budget: { amount: `${1 + below(90)}.00`, currency: 'CZK' } } }),
    () => moveTo({ project: maybe(project), board: null }),
    () => moveTo({ project, board, beforeId: maybe(other) }),
    () =>
      moveTo({
        ...(task.board ? { project: task.project, board: task.board } : { project, board }),
        beforeId: maybe(other),
      }),
    () => addParticipant(personRef(), oneOf(['acknowledged', 'passive'])),
    () => ({ type: 'removeParticipant', body: { userId: personRef().id } }),
    () => ({ type: 'comment', body: { text: oneOf([' ano ', 'ne']), replyTo: maybe(aComment()) } }),
    () => ({ type: 'editComment', body: { commentId: aComment(), text: oneOf([' jinak ', 'ne', ' ']) } }),
    () => ({ type: 'react', body: { commentId: aComment(), emoji: oneOf(['👍', '🎉']) } }),
    () => ({ type: 'removeReaction', body: { commentId: aComment(), emoji: oneOf(['👍', '🎉']) } }),
    () => ({ type: 'removeComment', body: { commentId: aComment() } }),
    () => ({ type: 'restoreComment', body: { commentId: aComment() } }),
    () => addSubtask({ name: oneOf(['Díl', ' Jiný díl ']), solverId: maybe(task.contractor.id) }),
    () => waitFor(known),
    () => ({ type: 'removePredecessor', body: { taskId: oneOf([...task.predecessors.map(({ id }) => id), other]) } }),
    () => ({ type: 'delete', body: {} }),
  ];
  // Deleting is rare, or soon nothing would be left.
  const index = below(made.length - (random() < 0.9 ? 1 : 0));
  return made[index]!();
}

const lists: readonly TaskListQuery[] = (['to-complete', 'given', 'notified'] as const).map((list) => ({
  list,
  page: 1,
  pageSize: 100,
}));

const discussionOf = ({ items, total }: Page<CommentAnswer>): Discussion => ({
  items,
  total,
  deleted: items.filter(({ deleted }) => deleted === true).length,
});

/** Returns the data of a task that one person's browser may cache; null if the person can't see the task. */
async function held(person: Someone, id: number) {
  const client = new QueryClient();
  async function hold<T>(key: QueryKey, path: string, dataOf: (page: Page<T>) => unknown): Promise<void> {
    client.setQueryData(key, dataOf((await person.read<Page<T>>(path))!));
  }
  const task = await person.read<TaskAnswer>(`/tasks/${id}`);
  if (task === undefined) return null;
  client.setQueryData(taskKeys.detail(id), task);
  await Promise.all([
    hold(taskKeys.comments(id), `/tasks/${id}/comments?deleted=true&pageSize=100`, discussionOf),
    ...lists.map((query) => hold(taskKeys.list(query), `/tasks?list=${query.list}&pageSize=100`, (page) => page)),
    ...boards.map(({ board, project }) =>
      hold(
        boardKeys.tasks(project.id, board.id),
        `/tasks?list=all&board=${board.id}&sort=order&pageSize=100`,
        ({ items }) => items,
      ),
    ),
  ]);
  return { client, task, comments: client.getQueryData<Discussion>(taskKeys.comments(id))!.items };
}

/** Refusals for what a browser does not know: networks of other tasks, tasks that are hidden. */
const serverOnly: ReadonlySet<string> = new Set([
  'board.neighbour-moved',
  'task.predecessor.unknown',
  'task.predecessors.circle',
]);

const comparable = (field: string, value: unknown): unknown => {
  if (field === 'subtasks') return (value as TaskAnswer['subtasks']).map(({ name, state }) => [name, state]);
  if (field === 'predecessors') return (value as TaskAnswer['predecessors']).map(({ id }) => id).sort();
  return value;
};

/** Only the server knows whether the task waits for a task that the reader can't see. */
const untold = ({ predecessors }: TaskAnswer): readonly string[] =>
  predecessors.some(({ state }) => state === null) ? ['revision', 'waiting', 'can'] : ['revision'];

function wrongFields(shown: object, told: TaskAnswer): string[] {
  return Object.keys(shown).filter((field) => {
    const [one, other] = [shown, told].map((answer) => comparable(field, answer[field as never]));
    return !untold(told).includes(field) && !same(one, other);
  });
}

it(
  `shows at once what the server will answer (${changes} changes, seed ${seed})`,
  async () => {
    const refusedHere: string[] = [];
    const refusedThere = new Map<string, number>();
    const wrong: string[] = [];
    let taken = 0;
    for (let step = 0; step < changes; step++) {
      if (step % 25 === 24) await newTask();
      const person = oneOf(people);
      const id = oneOf(tasks);
      const browser = await held(person, id);
      if (browser === null) continue;
      const { client, task, comments } = browser;
      // A person who names a task has seen it in a list.
      const otherId = oneOf(tasks);
      const other = await person.read<TaskAnswer>(`/tasks/${otherId}`);
      const { name = null, state = null } = other ?? {};
      const change = changeOf(task, comments, { id: otherId, name, state });
      const said = `${step}. ${person.name} (${task.state}) ${change.type} ${JSON.stringify(change.body)}`;
      const before = new Map(
        client
          .getQueryCache()
          .getAll()
          .map(({ queryHash, state }) => [queryHash, state.data]),
      );
      showChange(client, id, change, person.reader);
      const shown = client.getQueryData<TaskAnswer>(taskKeys.detail(id))!;
      const shownComments = client.getQueryData<Discussion>(taskKeys.comments(id))!.items;
      const isShown = client
        .getQueryCache()
        .getAll()
        .some(({ queryHash, state }) => before.get(queryHash) !== state.data);

      const answer = await sent(person, id, change);
      if (answer.status >= 300) {
        if (isShown) refusedThere.set(String(answer.body.code), (refusedThere.get(String(answer.body.code)) ?? 0) + 1);
        continue;
      }
      taken++;
      if (change.type === 'delete') {
        if (inLists(client, id)) wrong.push(`${said}: still in a list`);
        continue;
      }
      const told = await person.read<TaskAnswer>(`/tasks/${id}`);
      // A person who hands a task over may lose access to it.
      if (told === undefined) continue;
      const after = (await person.read<Page<CommentAnswer>>(`/tasks/${id}/comments?deleted=true&pageSize=100`))!.items;
      const changed = wrongFields(task, told).length > 0 || !same(comments, after);
      if (changed && !isShown) refusedHere.push(said);
      for (const field of wrongFields(shown, told)) {
        wrong.push(
          `${said}: ${field} ${JSON.stringify(shown[field as keyof TaskAnswer])} ≠ ${JSON.stringify(told[field as keyof TaskAnswer])}`,
        );
      }
      const spoken = (all: readonly CommentAnswer[]) =>
        all.map(({ text, by, rating, deleted, replyTo, reactions, editedAt }) => ({
          ...{ text, by, rating, deleted, replyTo, reactions },
          edited: editedAt !== null,
        }));
      if (!same(spoken(shownComments), spoken(after))) wrong.push(`${said}: comments`);
      for (const query of lists) {
        const row = client.getQueryData<Page<TaskRowAnswer>>(taskKeys.list(query))?.items.find((one) => one.id === id);
        if (row === undefined) continue;
        for (const field of wrongFields(row, told)) wrong.push(`${said}: ${field} in ${query.list}`);
      }
    }
    expect(taken).toBeGreaterThan(changes / 5);
    expect(refusedHere).toEqual([]);
    expect(wrong).toEqual([]);
    // Only the server can check these rules: the browser shows the change and then rolls it back with the server's message.
    expect([...refusedThere.keys()].filter((code) => !serverOnly.has(code))).toEqual([]);
  },
  changes * 1_000,
);

const inLists = (client: QueryClient, id: number) =>
  lists.some((query) =>
    client.getQueryData<Page<TaskRowAnswer>>(taskKeys.list(query))?.items.some((row) => row.id === id),
  );

/** The request of the browser, by the same function. */
async function sent(person: Someone, id: number, change: TaskChange) {
  const [route, { id: _, body, ...inPath }] = JSON.parse(requestOf(id, change).name) as [
    string,
    Record<string, unknown>,
  ];
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => String(name === 'id' ? id : inPath[name]));
  return person.send(method, filled, body);
}
