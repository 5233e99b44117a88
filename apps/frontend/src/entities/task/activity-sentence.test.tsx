import type { ActivityItem } from '@gos/contract';
import { type ActivityEvent, activityClassOf } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { render } from '@testing-library/react';
import { loadMessages } from '../../i18n/message-loader';
import { anItem, aTask, karla, me, petr } from '../../testing/task-fixtures';
import { LanguageProvider } from '../../ui/language';
import { ActivitySentence, type CreatedFor, createdForOf } from './activity-sentence';

type Changes = ActivityItem['changes'];
const nobody = { acknowledged: [], passive: [] };

/** Fields of the task that each event changed, as the server answers them. */
const changes: Partial<Record<ActivityEvent['type'], Changes>> = {
  TaskEdited: taskSamples.TaskEdited.data.changes.map((change) => ({ from: 'x', ...change })),
  TaskAssigned: [
    { field: 'state', from: 'created', to: 'assigned' },
    { field: 'solver', from: null, to: petr },
  ],
  DeadlineMoved: [{ field: 'deadline', ...taskSamples.DeadlineMoved.data }],
  TaskPlanned: [{ field: 'shownDate', ...taskSamples.TaskPlanned.data }],
  SubtaskAdded: [{ field: 'subtasks', from: [], to: [{ id: 13, name: 'Export' }] }],
  PredecessorAdded: [{ field: 'predecessors', from: [], to: [{ id: 11, name: null }] }],
  PredecessorRemoved: [{ field: 'predecessors', from: [{ id: 11, name: null }], to: [] }],
  ParticipantAdded: [{ field: 'participants', from: nobody, to: { acknowledged: [petr], passive: [] } }],
  ParticipantRemoved: [{ field: 'participants', from: { acknowledged: [petr], passive: [] }, to: nobody }],
  DocumentAdded: [{ field: 'files', from: [], to: [{ id: 32, name: 'nabídka.docx', size: 1, mime: 'a/b' }] }],
  DocumentRemoved: [{ field: 'files', from: [{ id: 32, name: 'nabídka.docx' }], to: [] }],
  DocumentRestored: [{ field: 'files', from: [], to: [{ id: 32, name: 'nabídka.docx' }] }],
  TaskAccepted: [
    { field: 'state', from: 'fulfilled', to: 'solved' },
    { field: 'outcome', from: null, to: 'accepted-with-reservation' },
    { field: 'rating', from: null, to: 4 },
  ],
  EstimateIncreased: [{ field: 'estimateMinutes', ...taskSamples.EstimateIncreased.data }],
  EstimateReduced: [{ field: 'estimateMinutes', ...taskSamples.EstimateReduced.data }],
  BudgetAdded: [{ field: 'budget', ...taskSamples.BudgetAdded.data }],
  BudgetReduced: [{ field: 'budget', ...taskSamples.BudgetReduced.data }],
};

const types = Object.keys(activityClassOf) as ActivityEvent['type'][];

async function sentenceOf(item: ActivityItem, language: 'cs' | 'en', createdFor?: CreatedFor): Promise<string> {
  const messages = await loadMessages(language);
  const { container, unmount } = render(
    <LanguageProvider initial={language} messages={messages}>
      <ActivitySentence item={item} createdFor={createdFor} />
    </LanguageProvider>,
  );
  const text = (container.textContent ?? '').replace(/\s+/g, ' ').trim();
  unmount();
  return text;
}

const itemOf = (event: ActivityEvent['type']) =>
  anItem({ event, class: activityClassOf[event], by: karla, changes: changes[event] ?? [] });

it.each(types)('tells %s in both languages, differently from every other event', async (event) => {
  for (const language of ['cs', 'en'] as const) {
    const sentence = await sentenceOf(itemOf(event), language);
    expect(sentence).toMatch(/^Karla Svobodová \S/);
    expect(sentence).not.toMatch(/undefined|null|\[object|\{|task\./);
  }
});

it('says for whom a result was accepted', async () => {
  const onBehalfOf = { field: 'onBehalfOf', from: null, to: petr };
  const plain = { ...itemOf('TaskAccepted'), changes: [onBehalfOf] };
  const reserved = { ...plain, changes: [...changes.TaskAccepted!.slice(0, 2), onBehalfOf] };
  expect(await sentenceOf(plain, 'cs')).toBe('Karla Svobodová přebírá úkol místo zadavatele (Petr Dvořák)');
  expect(await sentenceOf(reserved, 'en')).toBe('Karla Svobodová accepted the task with reservation for Petr Dvořák');
});

it('never tells two kinds of events by one sentence', async () => {
  const told = await Promise.all(types.map((event) => sentenceOf(itemOf(event), 'en')));
  expect(new Set(told).size).toBe(types.length);
});

it('shows old and new values', async () => {
  expect(await sentenceOf(itemOf('EstimateIncreased'), 'cs')).toBe('Karla Svobodová zvyšuje odhad z 4 h → na 5 h');
  expect(await sentenceOf(itemOf('BudgetAdded'), 'cs')).toContain('12 000 Kč → na 15 000 Kč');
  expect(await sentenceOf(itemOf('TaskEdited'), 'en')).toContain('Priority: from 7 → to 9');
});

it('tells what somebody was called then', async () => {
  const item = { ...itemOf('CommentAdded'), byThen: 'Alena Adminová' };
  expect(await sentenceOf(item, 'cs')).toMatch(/^Karla Svobodová \(tehdy Alena Adminová\) \S/);
  expect(await sentenceOf(item, 'en')).toMatch(/^Karla Svobodová \(then Alena Adminová\) \S/);
});

it('says of a file what happened where the reader may not know its name', async () => {
  const hidden = (event: 'DocumentAdded' | 'DocumentRemoved') => ({ ...itemOf(event), changes: [] });
  expect(await sentenceOf(hidden('DocumentAdded'), 'en')).toBe('Karla Svobodová added a file');
  expect(await sentenceOf(hidden('DocumentRemoved'), 'cs')).toBe('Karla Svobodová odebírá soubor');
});

it('names the people and things that came and went', async () => {
  expect(await sentenceOf(itemOf('TaskAssigned'), 'cs')).toBe('Karla Svobodová zadává úkol řešiteli: Petr Dvořák');
  expect(await sentenceOf(itemOf('ParticipantAdded'), 'cs')).toBe('Karla Svobodová přidává na vědomí: Petr Dvořák');
  expect(await sentenceOf(itemOf('PredecessorRemoved'), 'en')).toBe('Karla Svobodová removed the predecessor #11');
  const toPassive = anItem({
    event: 'ParticipantAdded',
    changes: [
      { field: 'participants', from: { acknowledged: [me], passive: [] }, to: { acknowledged: [], passive: [me] } },
    ],
  });
  expect(await sentenceOf(toPassive, 'en')).toBe('Karla Svobodová added the passive participant Jan Novák');
});

const orlice = { id: 5, name: 'Orlice 2.0' };
const sklad = { id: 6, name: 'Sklad Hradec' };
const evidence = { id: 8, name: 'Evidence' };
const readers = { id: 10, name: 'Mobilní čtečky' };
const project = (from: unknown, to: unknown) => ({ field: 'project', from, to });
const board = (from: unknown, to: unknown) => ({ field: 'board', from, to });

it.each([
  [[project(null, orlice)], 'přesouvá úkol do projektu Orlice 2.0', 'moved the task to the project Orlice 2.0'],
  [
    [project(null, orlice), board(null, evidence)],
    'přesouvá úkol do projektu Orlice 2.0 na nástěnku Evidence',
    'moved the task to the project Orlice 2.0, board Evidence',
  ],
  [
    [project(orlice, sklad), board(evidence, null)],
    'přesouvá úkol z projektu Orlice 2.0 do projektu Sklad Hradec',
    'moved the task from the project Orlice 2.0 to the project Sklad Hradec',
  ],
  [
    [project(orlice, sklad), board(evidence, readers)],
    'přesouvá úkol z projektu Orlice 2.0 do projektu Sklad Hradec na nástěnku Mobilní čtečky',
    'moved the task from the project Orlice 2.0 to the project Sklad Hradec, board Mobilní čtečky',
  ],
  [
    [board(evidence, readers)],
    'přesouvá úkol z nástěnky Evidence na nástěnku Mobilní čtečky',
    'moved the task from the board Evidence to the board Mobilní čtečky',
  ],
  [[board(null, evidence)], 'přesouvá úkol na nástěnku Evidence', 'moved the task to the board Evidence'],
  [[board(evidence, null)], 'vyjímá úkol z nástěnky Evidence', 'took the task out of the board Evidence'],
  [
    [project(orlice, null), board(evidence, null)],
    'vyjímá úkol z projektu Orlice 2.0',
    'took the task out of the project Orlice 2.0',
  ],
  [[project(null, { id: 9, name: null })], 'přesouvá úkol do projektu #9', 'moved the task to the project #9'],
] as const)('tells where a task was moved: %j', async (moved, cs, en) => {
  const item = anItem({ event: 'TaskMoved', changes: moved });
  expect(await sentenceOf(item, 'cs')).toBe(`Karla Svobodová ${cs}`);
  expect(await sentenceOf(item, 'en')).toBe(`Karla Svobodová ${en}`);
});

it.each([
  ['TaskCreated', { contractor: karla, solver: null }, 'zakládá úkol', 'created the task'],
  [
    'TaskCreated',
    { contractor: karla, solver: petr },
    'zakládá úkol, řešitelem je Petr Dvořák',
    'created the task for Petr Dvořák to solve',
  ],
  ['TaskCreated', { contractor: karla, solver: karla }, 'zakládá úkol pro sebe', 'created the task for themselves'],
  [
    'TaskCreatedForContractor',
    { contractor: me, solver: null },
    'zakládá úkol, zadavatelem je Jan Novák',
    'created the task on behalf of Jan Novák',
  ],
  [
    'TaskCreatedForContractor',
    { contractor: me, solver: petr },
    'zakládá úkol, zadavatelem je Jan Novák, řešitelem Petr Dvořák',
    'created the task on behalf of Jan Novák for Petr Dvořák to solve',
  ],
] as const)('tells for whom %s: %j', async (event, createdFor, cs, en) => {
  const item = anItem({ event });
  expect(await sentenceOf(item, 'cs', createdFor)).toBe(`Karla Svobodová ${cs}`);
  expect(await sentenceOf(item, 'en', createdFor)).toBe(`Karla Svobodová ${en}`);
});

it('finds who the first solver was', () => {
  const changed = anItem({ event: 'TaskAssigned', changes: [{ field: 'solver', from: petr, to: me }] });
  const task = aTask({ contractor: karla, solver: me });
  expect(createdForOf(task, [anItem(), changed])).toEqual({ contractor: karla, solver: petr });
  expect(createdForOf(task, [anItem()])).toEqual({ contractor: karla, solver: me });
});

it('calls nobody the system', async () => {
  expect(await sentenceOf(anItem({ event: 'TaskEndedAutomatically', by: null }), 'en')).toBe(
    'The system ended the task automatically',
  );
});

it('tells an event of a newer version by the nearest sentence', async () => {
  expect(await sentenceOf(anItem({ event: 'SomethingNew' }), 'en')).toBe('Karla Svobodová edited the task');
});
