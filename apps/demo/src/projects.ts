import { addDays, type BoardSection, type Day, type ProjectCommand } from '@gos/domain';
import type { PlaceStep, PlannedBoard, PlannedProject } from './places';
import type { Stage } from './scenes';
import type { BoardText } from './texts/project-text';
import { projectsOfGoods } from './texts/projects-of-goods';
import { projectsOfOffice } from './texts/projects-of-office';
import { htmlOf } from './words';

/** Plans the creation of projects and boards, and their later changes. */

const dayMs = 24 * 60 * 60 * 1_000;
const minuteMs = 60_000;
const sectionsBefore: Record<BoardSection, readonly BoardSection[]> = {
  backlog: [],
  todo: ['backlog'],
  done: ['backlog', 'todo'],
};

export function planProjects(stage: Stage): { projects: PlannedProject[]; steps: PlaceStep[] } {
  const { time, now } = stage;
  const moment = (daysAgo: number, minutes: number): number =>
    time.moment(time.workdayFrom(time.dayOf(now - daysAgo * dayMs)), minutes);
  const founded = [...projectsOfOffice, ...projectsOfGoods].map((about) => ({
    about,
    at: moment(about.startedDaysAgo, 8 * 60 + 10),
  }));
  founded.sort((a, b) => a.at - b.at);
  const opened = founded
    .flatMap(({ about: { boards, key } }) =>
      boards.map((about, index) => ({ about, key, opened: moment(about.openedDaysAgo, 8 * 60 + 35 + index) })),
    )
    .filter((board) => board.opened < now)
    .sort((a, b) => a.opened - b.opened)
    .map((board, index) => ({ ...board, id: index + 1 }));
  const steps: PlaceStep[] = [];
  const planned = founded.map(({ about, at }, index): PlannedProject => {
    const boards = opened
      .filter(({ key }) => key === about.key)
      .map(({ id, about: board, opened: boardOpened }): PlannedBoard => {
        const { closedDaysAgo } = board;
        const closed = closedDaysAgo === undefined ? Number.POSITIVE_INFINITY : moment(closedDaysAgo, 15 * 60 + 20);
        return { id, about: board, opened: boardOpened, closed };
      });
    const { finishedDaysAgo, lead, members } = about;
    const fickle = new Set(about.changes?.map(({ user }) => user));
    const steady = members.filter(([id]) => !fickle.has(id));
    const project: PlannedProject = {
      id: index + 1,
      about,
      opened: at + (members.length + 1) * minuteMs,
      closed: finishedDaysAgo === undefined ? Number.POSITIVE_INFINITY : moment(finishedDaysAgo, 16 * 60),
      managers: [lead, ...steady.flatMap(([id, permission]) => (permission === 'manage' ? [id] : []))],
      editors: new Set([lead, 1, ...steady.flatMap(([id, permission]) => (permission === 'view' ? [] : [id]))]),
      boards,
    };
    const stories = { stage, moment, project };
    steps.push(...projectStory(stories, at), ...boards.flatMap((board) => boardStory(stories, board)));
    return project;
  });
  return { projects: planned, steps: steps.filter(({ at }) => at < now) };
}

interface Story {
  readonly stage: Stage;
  readonly moment: (daysAgo: number, minutes: number) => number;
  readonly project: PlannedProject;
}

const dayIn = ({ now, time }: Stage, days: number): Day => addDays(time.dayOf(now), days);

function projectStory({ stage, moment, project }: Story, founded: number): PlaceStep[] {
  const { id: projectId, about, managers } = project;
  const year = stage.time.dayOf(founded).slice(0, 4);
  const steps: PlaceStep[] = [];
  const does = (at: number, by: number, command: ProjectCommand) =>
    void steps.push({ on: 'project', projectId, at, by, command });
  const finishAt = (days: number) => (about.finish === null ? null : dayIn(stage, about.finish - days));
  does(founded, about.lead, {
    type: 'create',
    body: {
      name: about.name,
      description: htmlOf(about.text),
      externalTicketSystemUrl: about.url ?? null,
      finishDate: finishAt(about.postponed?.days ?? 0),
      contracts: about.contracts.map(([contractId, name, client]) => ({
        contractId: contractId.replace('{year}', year),
        name,
        client,
      })),
    },
  });
  for (const [index, [userId, permission, notification]] of about.members.entries()) {
    const at = founded + (index + 1) * minuteMs - stage.random.between(1, 40) * 1_000;
    does(at, about.lead, { type: 'addMember', body: { userId, permission, notification } });
  }
  for (const { daysAgo, user: userId, ...change } of about.changes ?? []) {
    const at = moment(daysAgo, 10 * 60 + stage.random.between(0, 90));
    if ('leaves' in change) does(at, stage.random.pick(managers), { type: 'removeMember', body: { userId } });
    else if ('notification' in change) does(at, userId, { type: 'changeMember', body: { userId, ...change } });
    else does(at, stage.random.pick(managers), { type: 'changeMember', body: { userId, ...change } });
  }
  if (about.postponed) {
    does(moment(about.postponed.daysAgo, 11 * 60 + 40), about.lead, {
      type: 'edit',
      body: { finishDate: finishAt(0) },
    });
  }
  if (about.finishedDaysAgo !== undefined) {
    does(project.closed, about.lead, { type: 'edit', body: { active: false } });
  }
  return steps;
}

function boardStory(
  { stage, moment, project }: Story,
  { id: boardId, about, opened, closed }: PlannedBoard,
): PlaceStep[] {
  const { random } = stage;
  const { id: projectId, managers } = project;
  const steps: PlaceStep[] = [];
  const does = (at: number, command: Extract<PlaceStep, { on: 'board' }>['command']) =>
    void steps.push({ on: 'board', projectId, boardId, at, by: random.pick(managers), command });
  does(opened, {
    type: 'create',
    body: {
      projectId,
      name: about.was ?? about.name,
      description: about.text ?? '',
      deadline: deadlineOf(stage, about),
      assignedUserId: about.assigned ?? null,
      section: sectionsBefore[about.section][0] ?? about.section,
    },
  });
  const { openedDaysAgo, closedDaysAgo = 0 } = about;
  if (about.section !== 'backlog') {
    const begun = Math.max(closedDaysAgo, openedDaysAgo - random.between(1, 5));
    does(moment(begun, 10 * 60 + random.between(0, 50)), { type: 'move', body: { section: 'todo' } });
  }
  if (about.was !== undefined) {
    does(moment(Math.round(openedDaysAgo / 2), 11 * 60 + 25), { type: 'edit', body: { name: about.name } });
  }
  if (about.ahead) {
    const before = project.boards.find((board) => board.about.name === about.ahead!.of);
    does(moment(about.ahead.daysAgo, 13 * 60 + 15), {
      type: 'move',
      body: { section: about.section, beforeId: before?.id },
    });
  }
  if (about.deleted) does(closed, { type: 'delete', body: {} });
  else if (about.section === 'done') does(closed, { type: 'move', body: { section: 'done' } });
  else if (about.due !== undefined && random.chance(0.5)) {
    const deadline = deadlineOf(stage, { due: about.due + random.pick([7, 14]) });
    does(moment(random.between(2, 14), 14 * 60 + random.between(0, 50)), { type: 'edit', body: { deadline } });
  }
  return steps;
}

function deadlineOf(stage: Stage, { due }: Pick<BoardText, 'due'>): string | null {
  if (due === undefined) return null;
  const { time } = stage;
  return new Date(time.moment(time.workdayFrom(dayIn(stage, due)), 17 * 60)).toISOString();
}
