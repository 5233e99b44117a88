import { addDays } from '@gos/domain';
import type { Fields, Life } from './lives';
import type { Random } from './random';
import { employee, hours, mayGive, nameable, teams } from './staff';
import { type Department } from './texts/text';
import type { WorkingTime } from './working-time';

/** The usual course of tasks: chances and durations of a company that mostly keeps its word. */

const hour = 60;
const workday = 8 * hour;

function usualPriority(random: Random): number {
  return random.pick([5, 5, 5, 5, 5, 4, 6, 6, 3, 7, 7, 8, 2, 9, 10, 1]);
}

/** Returns the contractor and the solver of a task; the solver may be left open. */
export function usualPair(random: Random, department: Department): { by: number; solver: number | null } {
  const { lead, members, clients } = teams[department];
  const by = random.chance(0.58) ? lead : random.pick(random.chance(0.35) ? members.filter(mayGive) : clients);
  if (random.chance(0.1) && department !== 'office') return { by, solver: by };
  if (random.chance(0.06)) return { by, solver: null };
  return { by, solver: by !== lead && random.chance(0.35) ? lead : random.pick(members) };
}

/** Returns all fields of a task except its words, people and deadline. */
export function usualFields(random: Random, department: Department, currency: string): Partial<Fields> {
  const estimateMinutes = random.chance(0.55) ? random.pick([15, 30, 30, 45, 60, 60, 90, 120, 180, 240, 480]) : null;
  const budgeted = random.chance(department === 'office' || department === 'shop' ? 0.22 : 0.06);
  const issue = random.between(120, 990);
  const technical = department === 'it' && random.chance(0.6);
  return {
    priority: usualPriority(random),
    estimateMinutes,
    budget: budgeted ? { amount: `${random.between(4, 120) * 500}.00`, currency } : null,
    gitBranch: technical ? `fix/${issue}` : null,
    externalUrl: technical ? `https://git.firma.example/eshop/issues/${issue}` : null,
    acknowledged: random.chance(0.24) ? random.several(nameable, random.between(1, 2)) : [],
    passive: random.chance(0.1) ? random.several(nameable, 1) : [],
  };
}

/** Minutes of work until the result: mostly well before the deadline, sometimes after it. */
function minutesToResult(life: Life, random: Random): number {
  if (life.deadline === null) return random.between(2 * hour, 9 * workday);
  const days = Math.max(0.4, ((life.deadline - life.at) / 86_400_000) * (5 / 7));
  const share = random.chance(0.84) ? 0.15 + random.next() * 0.7 : 1.02 + random.next() * 0.8;
  return Math.max(20, days * share * workday);
}

/** Plays a task from its creation on; steps in the future are left out later. */
export function liveNaturally(life: Life, random: Random, time: WorkingTime): void {
  const team = teams[life.department].members;
  if (life.solver === null) life.later(random.between(20, 2 * workday), life.contractor).assign(random.pick(team));
  distract(life, random, time);
  if (random.chance(0.035)) {
    // Forgotten for weeks, then mostly ended.
    if (!life.hasSubtasks && random.chance(0.85)) life.later(random.between(15, 35) * workday, life.contractor).end();
    return;
  }
  if (!life.hasSubtasks && random.chance(0.045)) {
    life.later(random.between(hour, 3 * workday), life.contractor).end();
    if (!random.chance(0.2)) return;
    life.later(random.between(10, workday), life.contractor).restore();
  }
  const minutes = minutesToResult(life, random);
  work(life, random, minutes);
  if (life.solvedAt !== null) return;
  if (random.chance(0.03)) life.later(random.between(8, 25) * workday, life.contractor);
  review(life, random);
  if (random.chance(0.012)) {
    life.later(random.between(hour, 3 * workday), life.contractor).restore();
    work(life, random, workday);
    if (life.solvedAt === null) life.later(random.between(20, workday), life.contractor).accept();
  } else if (random.chance(0.05)) {
    life.later(random.between(5, workday), life.contractor).comment(life.contractor, 'Ještě jednou díky.');
  }
}

/** Adds small changes on the way. */
function distract(life: Life, random: Random, time: WorkingTime): void {
  const { contractor } = life;
  if (random.chance(0.06)) {
    life
      .later(random.between(5, 90), contractor)
      .do(contractor, { type: 'edit', body: { priority: usualPriority(random) } });
  }
  if (random.chance(0.05)) {
    const tags = [...(life.fields.tags ?? []), random.pick(['spěchá', 'čeká na dodavatele', 'k poradě', 'sezóna'])];
    life.later(random.between(5, 200), contractor).do(contractor, { type: 'edit', body: { tags } });
  }
  if (random.chance(0.05))
    life.later(random.between(15, workday), contractor).assign(random.pick(teams[life.department].members));
  if (random.chance(0.07) && life.deadline !== null) {
    life.later(random.between(30, workday), contractor).moveDeadline(random.between(3, 10));
  }
  if (random.chance(0.06)) {
    const userId = random.pick(nameable);
    life
      .later(random.between(5, workday), contractor)
      .do(contractor, { type: 'addParticipant', body: { userId, kind: 'acknowledged' } });
    if (random.chance(0.15))
      life.later(hour, contractor).do(contractor, { type: 'removeParticipant', body: { userId } });
  }
  if (random.chance(0.05)) {
    const estimateMinutes = (life.fields.estimateMinutes ?? 0) + random.pick([30, 60, 120]);
    life.later(random.between(30, workday), contractor).do(contractor, { type: 'estimate', body: { estimateMinutes } });
  }
  if (life.fields.budget && random.chance(0.3)) {
    const { amount, currency } = life.fields.budget;
    const budget = { amount: `${Number(amount) + random.between(1, 8) * 500}.00`, currency };
    life.later(random.between(30, workday), contractor).do(contractor, { type: 'budget', body: { budget } });
  }
  if (random.chance(0.04)) {
    life.later(random.between(10, 4 * hour), life.solver!);
    const day = addDays(time.dayOf(life.cursor), random.between(2, 6));
    life.plan(day).until(time.moment(day, hours[employee(life.solver!).department][0]));
  }
  if (random.chance(0.02)) life.later(random.between(10, hour), contractor).mistake();
}

function work(life: Life, random: Random, minutes: number): void {
  const solver = life.solver!;
  const share = minutes / 3;
  life.later(share, solver);
  if (random.chance(0.42)) life.progress();
  if (random.chance(0.22)) life.later(share / 4, solver).discuss();
  life.later(share, solver);
  if (random.chance(0.2)) life.progress();
  life.later(share, solver);
  if (random.chance(0.06)) life.attach(solver).later(3, solver);
  life.complete();
}

function review(life: Life, random: Random): void {
  const { contractor } = life;
  life.later(random.between(15, 1.6 * workday), contractor);
  if (random.chance(0.13)) {
    life.return();
    work(life, random, random.between(hour, 1.5 * workday));
    life.later(random.between(15, workday), contractor);
    if (random.chance(0.12)) {
      life.return();
      work(life, random, random.between(hour, workday));
      life.later(random.between(15, workday), contractor);
    }
  }
  life.accept();
}
