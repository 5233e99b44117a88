import type { ActiveWork, Page, PersonRef, TaskAnswer, TaskRowAnswer, WorkEntryAnswer } from '@gos/contract';
import { type Instant, minutesOf } from '@gos/domain';
import { partialMatchKey } from '@tanstack/react-query';
import { type Held, type Layer, layerOn } from '../../lib/query-layers';
import { taskKeys } from '../task/tasks.api';
import { workKeys } from './work.api';
import type { WorkableTask, WorkChange } from './work-changes';

/** An entry before and after a change; null: it did not exist. */
interface Effect {
  readonly was: WorkEntryAnswer | null;
  readonly is: WorkEntryAnswer;
}

const ended = (entry: WorkEntryAnswer, to: Instant): WorkEntryAnswer => ({
  ...entry,
  to,
  minutes: Math.max(0, minutesOf({ from: entry.from, to })),
});

const created = (id: number, user: PersonRef, task: WorkableTask): Omit<WorkEntryAnswer, 'from' | 'to'> => ({
  id,
  user,
  task: { id: task.id, name: task.name },
  project: task.project,
  contractId: null,
  minutes: 0,
  ip: null,
  note: null,
  flagged: false,
  added: false,
  corrected: false,
  byOther: null,
  cost: null,
  revision: 0,
});

function effectsOf(change: WorkChange, running: WorkEntryAnswer | null, me: PersonRef, at: Instant, id: number) {
  const stopped: Effect[] = running === null ? [] : [{ was: running, is: ended(running, at) }];
  switch (change.type) {
    case 'stop':
      return stopped;
    case 'start': {
      if (running?.task.id === change.task.id) return [];
      const { task, contractId } = change;
      return [...stopped, { was: null, is: { ...created(id, me, task), contractId, from: at, to: null } }];
    }
    case 'add': {
      const { from, to, note = null, contractId = null } = change.body;
      const entry = { ...created(id, change.user ?? me, change.task), from, to, note, contractId, added: true };
      return [{ was: null, is: ended(entry, to) }];
    }
    case 'change': {
      const { taskId: _, ...body } = change.body;
      const is = { ...change.entry, ...body, corrected: true, flagged: false };
      return [{ was: change.entry, is: is.to === null ? is : ended(is, is.to) }];
    }
    case 'remove':
      return [{ was: change.entry, is: { ...change.entry, deleted: true } }];
    case 'restore':
      return [{ was: change.entry, is: { ...change.entry, deleted: undefined } }];
  }
}

const byStart = (a: WorkEntryAnswer, b: WorkEntryAnswer) => (a.from < b.from ? 1 : a.from > b.from ? -1 : a.id - b.id);

function listAfter(entries: readonly WorkEntryAnswer[], { was, is }: Effect): readonly WorkEntryAnswer[] {
  return [...entries.filter(({ id }) => id !== was?.id), is].sort(byStart);
}

const counted = (entry: WorkEntryAnswer | null) => (entry === null || entry.deleted ? 0 : entry.minutes);

const spentOn = (held: readonly Held[], taskId: number | null): number =>
  held
    .filter(({ key }) => taskId !== null && partialMatchKey(key, taskKeys.detail(taskId)))
    .map(({ data }) => (data as TaskAnswer | undefined)?.spentMinutes ?? 0)[0] ?? 0;

/** The lists, the sums of the task and what is active, with one entry as it is now. */
function oneLayer(effect: Effect, me: PersonRef): Layer {
  const { was, is } = effect;
  const taskId = is.task.id;
  const more = counted(is) - counted(was);
  const spent = <T extends TaskRowAnswer>(task: T): T => ({ ...task, spentMinutes: task.spentMinutes + more });
  return (beneath) => {
    const total = spentOn(beneath, taskId);
    const layers: Layer[] = [
      layerOn(workKeys.active, (active: ActiveWork | null) => {
        if (is.user.id !== me.id) return active;
        if (is.to !== null) return active?.entry.id === is.id ? null : active;
        return active?.entry.id === is.id
          ? { ...active, entry: is }
          : { entry: is, currentMinutes: 0, totalMinutes: total };
      }),
      ...[workKeys.recent, workKeys.flagged].map((key) =>
        layerOn(key, (entries: readonly WorkEntryAnswer[]) =>
          is.user.id === me.id ? listAfter(entries, effect) : entries,
        ),
      ),
    ];
    if (taskId !== null) {
      layers.push(
        layerOn(workKeys.ofTask(taskId), (entries: readonly WorkEntryAnswer[]) => listAfter(entries, effect)),
      );
      if (more !== 0) {
        layers.push(
          layerOn(taskKeys.detail(taskId), (task: TaskAnswer, { length }) =>
            length === taskKeys.detail(taskId).length ? spent(task) : task,
          ),
          layerOn(taskKeys.lists, (page: Page<TaskRowAnswer>) =>
            page.items.some(({ id }) => id === taskId)
              ? { ...page, items: page.items.map((row) => (row.id === taskId ? spent(row) : row)) }
              : page,
          ),
        );
      }
    }
    return layers.reduce((held, layer) => layer(held), beneath);
  };
}

const activeIn = (held: readonly Held[]): ActiveWork | null | undefined =>
  held.find(({ key }) => partialMatchKey(key, workKeys.active))?.data as ActiveWork | null | undefined;

let lastUnsent = 0;

/** Shows a change of work times in all that holds them, as of the instant. */
export function workLayer(change: WorkChange, me: PersonRef, at: Instant): Layer {
  // Negative until the server has given it a number.
  lastUnsent -= 1;
  const id = lastUnsent;
  return (beneath) =>
    effectsOf(change, activeIn(beneath)?.entry ?? null, me, at, id).reduce(
      (held: readonly Held[], effect) => oneLayer(effect, me)(held),
      beneath,
    );
}
