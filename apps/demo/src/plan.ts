import { madeBy, type PlansStep, planAttendance, type WorkStep } from './attendance';
import { focusLives, type PickWork, workPicker } from './focus';
import { Life, type Step } from './lives';
import { liveNaturally, usualFields, usualPair } from './natural';
import type { PlaceStep } from './places';
import { placeLives } from './placing';
import { planProjects } from './projects';
import { randomFrom } from './random';
import { planRepeated, type RepeatedStep } from './repeated';
import { continuousLives, meetingLives, networkLives, type Stage } from './scenes';
import { employee, hours, recommended, teams } from './staff';
import { type Department } from './texts/text';
import { WorkingTime } from './working-time';

export interface PlanSettings {
  readonly now: number;
  readonly zone: string;
  readonly currency: string;
  readonly seed?: number;
  /** Number of tasks in addition to the scripted ones. */
  readonly naturalTasks?: number;
  /** Number of past days with attendance. */
  readonly attendanceDays?: number;
}

/** A step of a task with its number; the first of each task is its creation. */
export interface TaskStep {
  readonly on: 'task';
  readonly taskId: number;
  readonly life: Life;
  readonly at: number;
  readonly by: number | null;
  readonly action: Step['action'] | { readonly type: 'create' };
}

export type PlannedStep = TaskStep | PlaceStep | WorkStep | PlansStep | RepeatedStep;

export interface Plan {
  /** The moment before the first task. */
  readonly start: number;
  readonly tasks: number;
  readonly projects: number;
  /** work entries */
  readonly entries: number;
  readonly plans: number;
  /** definitions of repeated tasks */
  readonly repeated: number;
  /** Numbers of the boards of each project, by its number. */
  readonly boards: ReadonlyMap<number, readonly number[]>;
  /** All steps, in the order of time. */
  readonly steps: readonly PlannedStep[];
  readonly idOf: (life: Life) => number;
}

const dayMs = 24 * 60 * 60 * 1_000;
const halfYear = 182 * dayMs;

const shares: readonly Department[] = [
  ...Array<Department>(24).fill('warehouse'),
  ...Array<Department>(18).fill('shop'),
  ...Array<Department>(14).fill('care'),
  ...Array<Department>(16).fill('accounting'),
  ...Array<Department>(14).fill('it'),
  ...Array<Department>(9).fill('abroad'),
  ...Array<Department>(5).fill('office'),
];

/** Half a year of the company up to now: the same for the same moment and seed. */
export function planDemo({
  now,
  zone,
  currency,
  seed = 2026,
  naturalTasks = 640,
  attendanceDays = 182,
}: PlanSettings): Plan {
  const random = randomFrom(seed);
  const time = new WorkingTime(zone);
  const start = now - halfYear;
  const stage: Stage = { now, start, random, time, currency };
  const pickWork = workPicker(stage);
  // A separate source of chance: people's actions are the same with and without projects.
  const placing: Stage = { ...stage, random: randomFrom(seed + 1) };
  const { projects, steps: placeSteps } = planProjects(placing);
  const byTheWay = [
    ...continuousLives(stage),
    ...networkLives(stage, projects),
    ...meetingLives(stage),
    ...naturalLives(stage, pickWork, naturalTasks),
    ...recommended.flatMap(({ id }) => focusLives(stage, pickWork, id)),
  ].filter(({ at }) => at < now);
  byTheWay.sort((a, b) => a.at - b.at);
  deleteSome(byTheWay, random.between(20, 40));
  const lives = [...byTheWay, ...placeLives(placing, projects, byTheWay)];
  lives.sort((a, b) => a.at - b.at);
  const ids = new Map(lives.map((life, index) => [life, index + 1]));
  const taskSteps = lives.flatMap((life, index): TaskStep[] => {
    const past = life.steps.filter(({ at }) => at < now);
    const about = { on: 'task', taskId: index + 1, life } as const;
    return [
      { ...about, at: life.at, by: life.by, action: { type: 'create' } },
      ...past.map((step) => ({ ...about, ...step })),
    ];
  });
  const attendance = planAttendance(
    { ...stage, start: Math.max(start, now - attendanceDays * dayMs) },
    lives,
    seed + 2,
  );
  const repeated = planRepeated(stage);
  const steps: PlannedStep[] = [...placeSteps, ...taskSteps, ...attendance, ...repeated];
  steps.sort((a, b) => a.at - b.at);
  return {
    start: start - dayMs,
    tasks: lives.length,
    projects: projects.length,
    entries: attendance.filter((step) => step.on === 'work' && madeBy(step) !== null).length,
    plans: attendance.filter(({ on }) => on === 'plans').length,
    repeated: repeated.length,
    boards: new Map(projects.map(({ id, boards }) => [id, boards.map((board) => board.id)])),
    steps,
    idOf: (life) => ids.get(life)!,
  };
}

function naturalLives(stage: Stage, pickWork: PickWork, naturalTasks: number): Life[] {
  const { start, now, random, time, currency } = stage;
  const lives: Life[] = [];
  const give = (at: number, department: Department, parent?: Life): Life => {
    const usual = usualPair(random, department);
    const by = parent?.contractor ?? usual.by;
    const days = random.pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 7, 7, 10, 14, 21]);
    const due = time.moment(time.workdayFrom(time.dayOf(at + days * dayMs)), 17 * 60);
    const fields = {
      ...usualFields(random, department, currency),
      solverId: usual.solver,
      deadline: random.chance(0.12) ? null : new Date(due).toISOString(),
      ...(random.chance(0.025) &&
        !parent && { contractorId: random.pick([teams[department].lead, ...teams[department].clients]) }),
    };
    const life = new Life(time, random, { at, by, department, ...pickWork(department, at), fields, parent });
    lives.push(life);
    return life;
  };
  for (let count = 0; count < naturalTasks; count++) {
    const department = random.pick(shares);
    const [at] = time.within(random, start, now, hours[department], 1);
    const life = give(at!, department);
    const subtasks = random.chance(0.03) ? random.between(2, 3) : 0;
    for (let index = 1; index <= subtasks; index++) {
      const born = at! + index * random.between(60_000, 150_000);
      const subtask = give(born, department, life);
      liveNaturally(subtask, random, time);
      life.until(born);
    }
    liveNaturally(life, random, time);
  }
  return lives;
}

/** Three tasks were created by mistake; one of them is restored. */
function deleteSome(lives: readonly Life[], offset: number): void {
  const alone = lives.filter(
    ({ parent, predecessors, hasSubtasks, fields, solvedAt }) =>
      parent === null && predecessors.length === 0 && !hasSubtasks && fields.type === undefined && solvedAt !== null,
  );
  for (let index = 0; index < 3; index++) {
    const life = alone[alone.length - offset * (index + 1)];
    if (!life || employee(life.contractor).role === 'collaborator') continue;
    life.later(30, life.contractor).do(life.contractor, { type: 'delete', body: {} });
    if (index === 1) life.later(15, life.contractor).do(life.contractor, { type: 'undelete', body: {} });
  }
}
