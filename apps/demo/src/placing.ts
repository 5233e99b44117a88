import type { TaskState } from '@gos/domain';
import { Life } from './lives';
import { usualFields } from './natural';
import { isOpen, type Place, type PlannedBoard, type PlannedProject } from './places';
import type { Random } from './random';
import { type Stage, scripted } from './scenes';
import { areas, hours, mayGive, teams } from './staff';
import { wordsOf } from './words';

/** Assigns tasks to projects and boards, and moves them there. */

type LifeState = TaskState | 'deleted';

const dayMs = 24 * 60 * 60 * 1_000;
const hourMs = 60 * 60 * 1_000;

/**
 * Gives places to everyday tasks, except to those that were written for a place. Returns the additional tasks that only boards need.
 */
export function placeLives(stage: Stage, projects: readonly PlannedProject[], byTheWay: readonly Life[]): Life[] {
  for (const life of byTheWay) {
    if (life.place !== null) continue;
    if (life.parent !== null) life.place = beside(life.parent, life, stage.now);
    else settle(stage, projects, life);
  }
  const added: Life[] = [];
  for (const project of projects) {
    for (const board of project.boards) {
      const own = [...ideas(stage, project, board), ...imports(stage, project, board)];
      if (board.about.section === 'todo') {
        const waiting = [...byTheWay, ...own].filter((life) => isUnsolvedOn(board, life, stage.now));
        if (waiting.length < 5) own.push(...underWay(stage, project, board, 5 - waiting.length));
        reorder(stage, board, project.managers[0]!, [...waiting, ...own]);
      }
      added.push(...own);
    }
  }
  return added.filter(({ at }) => at < stage.now);
}

function settle(stage: Stage, projects: readonly PlannedProject[], life: Life): void {
  const { random } = stage;
  const about = [life.fields.name, ...(life.fields.tags ?? [])].join('\n');
  const state = stateOf(life, stage.now);
  for (const project of projects) {
    const { editors, about: text } = project;
    if (!isOpen(project, life.at) || !text.departments.includes(life.department) || !editors.has(life.by)) continue;
    if (life.fields.type === 'meeting') {
      if (life.fields.name !== text.meetings) continue;
      life.place = { project, board: null };
      return;
    }
    if (life.fields.type === 'continuous' || !random.chance(text.share)) continue;
    if (text.finishedDaysAgo !== undefined && state !== 'solved') continue;
    const fitting = project.boards.filter((board) => takes(random, board, life, state, about));
    if (fitting.length === 0 && !random.chance(0.2)) continue;
    const closing = fitting.filter(({ about: { section } }) => section === 'done');
    const among = closing.length > 0 && random.chance(0.8) ? closing : fitting;
    const board = among.length === 0 ? null : random.pick(among);
    life.place = { project, board };
    if (board) cameFromElsewhere(stage, life, { project, board });
    return;
  }
}

function takes(random: Random, board: PlannedBoard, life: Life, state: LifeState, about: string): boolean {
  const { section, assigned, about: fits, deleted, imported } = board.about;
  if (imported || !isOpen(board, life.at) || (assigned !== undefined && life.fields.solverId === null)) return false;
  if (deleted) return random.chance(0.15);
  if (fits && !fits.test(about)) return false;
  if (section === 'backlog') return (state === 'created' || state === 'assigned') && random.chance(0.35);
  return section === 'todo' || state === 'solved' || random.chance(0.25);
}

/** Some tasks were set aside at first, or were in no project, and moved when their work began. */
function cameFromElsewhere({ random, time, now }: Stage, life: Life, place: Place): void {
  const { project } = place;
  const decided = life.steps.find(({ action }) => ['complete', 'accept', 'end', 'delete'].includes(action.type));
  const by = project.editors.has(life.contractor) ? life.contractor : project.managers[0]!;
  const at = time.after(life.at, random.between(25, 420), hours[life.department]) + random.between(1_000, 40_000);
  if (at > Math.min(now, decided?.at ?? now) - 1_000 || at > (place.board?.closed ?? now)) return;
  const others = project.boards.filter(
    (board) => board !== place.board && !board.about.imported && isOpen(board, life.at),
  );
  if (others.length > 0 && random.chance(0.24) && life.fields.solverId !== null) {
    const backlog = others.filter(({ about }) => about.section === 'backlog');
    life.place = { project, board: random.pick(backlog.length > 0 ? backlog : others) };
  } else if (project.editors.has(life.contractor) && random.chance(0.07)) {
    life.place = null;
  } else return;
  life.insert({ at, by, action: { type: 'place', to: place } });
}

/** The board's leader moves the most urgent tasks ahead of the rest. */
function reorder({ random, time, now }: Stage, board: PlannedBoard, by: number, lives: readonly Life[]): void {
  const waiting = lives.filter((life) => isUnsolvedOn(board, life, now));
  for (let count = Math.min(4, Math.floor(waiting.length / 3)); count > 0; count--) {
    const [life, before] = random.several(waiting, 2) as [Life, Life];
    const since = Math.max(life.presentAt(now).since, before.presentAt(now).since, life.steps.at(-1)?.at ?? 0) + hourMs;
    if (since > now - hourMs) continue;
    const [at] = time.within(random, since, now - hourMs / 2, hours[life.department], 1);
    const place = life.presentAt(now).place!;
    life.insert({ at: at!, by, action: { type: 'place', to: place, before } });
  }
}

function isUnsolvedOn(board: PlannedBoard, life: Life, now: number): boolean {
  return life.presentAt(now).place?.board === board && !['solved', 'deleted'].includes(stateOf(life, now));
}

/** Adds tasks of these days, so that a board is not completely done. */
function underWay(stage: Stage, project: PlannedProject, board: PlannedBoard, count: number): Life[] {
  const { now, random, time, currency } = stage;
  const department = project.about.departments[0]!;
  const { members } = teams[department];
  const works = areas[department].works.filter(({ name, tags }) => board.about.about?.test([name, ...tags].join('\n')));
  const moments = time.within(random, Math.max(board.opened, now - 7 * dayMs), now - hourMs, hours[department], count);
  return random.several(works, count).map((work, index) => {
    const at = moments[index]!;
    const solverId = random.pick(members);
    const due = time.moment(time.workdayFrom(time.dayOf(now + random.between(1, 14) * dayMs)), 16 * 60);
    const fields = { ...usualFields(random, department, currency), solverId, deadline: new Date(due).toISOString() };
    const life = new Life(time, random, {
      at,
      by: project.about.lead,
      department,
      work,
      words: wordsOf(random, at),
      fields,
    });
    life.place = { project, board };
    if (random.chance(0.5)) life.later(random.between(40, 400), solverId).progress();
    if (index === 0) life.later(random.between(60, 300), solverId).complete();
    return life;
  });
}

function ideas(stage: Stage, project: PlannedProject, board: PlannedBoard): Life[] {
  const { now, random, time } = stage;
  const department = project.about.departments[0]!;
  const authors = [project.about.lead, project.about.lead, ...[...project.editors].filter(mayGive)];
  const names = board.about.ideas ?? [];
  const moments = time.within(random, board.opened + hourMs, now - hourMs, hours[department], names.length);
  return names.map((name, index) => {
    const solverId = random.chance(0.3) ? random.pick(teams[department].members) : null;
    const fields = { solverId, priority: random.between(2, 5) };
    const life = scripted(
      stage,
      moments[index]!,
      random.pick(authors),
      department,
      { name, text: '', tags: [] },
      { fields },
    );
    life.place = { project, board };
    return life;
  });
}

/** The first third of them has a solver, and half of that is done. */
function imports(stage: Stage, project: PlannedProject, board: PlannedBoard): Life[] {
  const { random, time } = stage;
  const { imported, due } = board.about;
  if (!imported) return [];
  const { lead, departments } = project.about;
  const department = departments[0]!;
  const { members } = teams[department];
  const names = new Set<string>();
  let at = board.opened + hourMs;
  return Array.from({ length: imported.count }, (_, index) => {
    at += random.between(9_000, 40_000);
    let words = wordsOf(random, at);
    while (names.has(words(imported.name))) words = wordsOf(random, at);
    names.add(words(imported.name));
    const share = index / imported.count;
    const solverId = share < 0.36 ? members[index % members.length]! : null;
    const deadline = time.moment(
      time.workdayFrom(time.dayOf(stage.now + (due! - random.between(0, 20)) * dayMs)),
      16 * 60,
    );
    const fields = {
      solverId,
      priority: random.between(3, 6),
      deadline: solverId === null ? null : new Date(deadline).toISOString(),
    };
    const text = { name: words(imported.name), text: imported.text, tags: ['katalog'] };
    const life = scripted(stage, at, lead, department, text, { fields });
    life.place = { project, board };
    if (solverId === null) return life;
    life.later(random.between(60, 5_500), solverId);
    if (share < 0.26) life.complete();
    else if (random.chance(0.4)) life.progress();
    if (share < 0.2) life.later(random.between(30, 900), lead).accept();
    return life;
  });
}

/** A subtask has the place of its parent. */
function beside(parent: Life, { at, by }: Life, now: number): Place | null {
  const { place } = parent.presentAt(now);
  if (place === null) return null;
  const { project, board } = place;
  return project.editors.has(by) && isOpen(project, at) && (board === null || isOpen(board, at)) ? place : null;
}

function stateOf({ steps, fields, contractor }: Life, now: number): LifeState {
  let state: LifeState = fields.solverId ? 'assigned' : 'created';
  for (const { at, by, action } of steps) {
    if (at >= now) break;
    if (action.type === 'complete') state = by === contractor ? 'solved' : 'fulfilled';
    else if (['accept', 'end', 'endAutomatically', 'undelete'].includes(action.type)) state = 'solved';
    else if (action.type === 'return') state = 'returned';
    else if (action.type === 'delete') state = 'deleted';
    else if (action.type === 'restore' || (action.type === 'assign' && state === 'created')) state = 'assigned';
  }
  return state;
}
