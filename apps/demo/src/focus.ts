import { addDays } from '@gos/domain';
import { type Fields, Life } from './lives';
import { usualFields } from './natural';
import type { Stage } from './scenes';
import { areas, employee, hours, teams } from './staff';
import type { Work } from './texts/text';
import { type Department } from './texts/text';
import { wordsOf } from './words';

/** Tasks of the people whom a visitor signs in as: each of their lists holds something today. */

const dayMs = 24 * 60 * 60 * 1_000;
const minuteMs = 60_000;
const iso = (at: number) => new Date(at).toISOString();

export type PickWork = (department: Department, at: number) => { work: Work; words: (text: string) => string };

/** Deals kinds of work like cards, so that none comes too often, and gives no name twice within a month. */
export function workPicker({ random }: Pick<Stage, 'random'>): PickWork {
  const used = new Map<string, number[]>();
  const decks = new Map<Department, Work[]>();
  return (department, at) => {
    for (let attempt = 0; ; attempt++) {
      const deck = decks.get(department) ?? [];
      if (deck.length === 0) deck.push(...random.several(areas[department].works, areas[department].works.length));
      decks.set(department, deck);
      const work = deck.pop()!;
      for (let fill = 0; fill < 10; fill++) {
        const words = wordsOf(random, at);
        const name = words(work.name);
        const before = used.get(name) ?? [];
        if (attempt < 60 && before.some((other) => Math.abs(at - other) < 30 * dayMs)) continue;
        used.set(name, [...before, at]);
        return { work, words };
      }
    }
  };
}

export function focusLives(stage: Stage, pickWork: PickWork, person: number): Life[] {
  const { now, random, time, currency } = stage;
  const { department } = employee(person);
  const { members, clients } = teams[department];
  const today = time.dayOf(now);
  const lives: Life[] = [];

  /** Moments of a task that began at most so many days ago, and before the end of its deadline's day. */
  const moments = (daysAgo: number, count: number, before = now): number[] =>
    time.within(
      random,
      Math.min(before, now) - daysAgo * dayMs,
      Math.min(before, now - 5 * minuteMs),
      hours[department],
      count,
    );
  const dueIn = (days: number): number => {
    const day = addDays(today, days);
    return time.moment(days < 3 ? day : time.workdayFrom(day), random.pick([15 * 60, 16 * 60, 17 * 60]));
  };
  const give = (
    at: number,
    by: number,
    solverId: number | null,
    due: number | null,
    more: Partial<Fields> = {},
    links: { predecessors?: Life[] } = {},
  ) => {
    const fields = {
      ...usualFields(random, department, currency),
      solverId,
      deadline: due === null ? null : iso(due),
      ...more,
    };
    const life = new Life(time, random, { at, by, department, ...pickWork(department, at), fields, ...links });
    lives.push(life);
    return life;
  };

  // To complete: late ones, today's, tomorrow's, later ones; two were handed back, one is urgent.
  for (const [index, days] of [-4, -1, 0, 0, 0, 1, 1, 2, 3, 4, 6, 9, 13, null].entries()) {
    const due = days === null ? null : dueIn(days);
    const [at, first, second, third] = moments(9, 4, due === null || days! > 0 ? now : due - 6 * 60 * minuteMs);
    const by = index % 6 === 5 ? person : random.pick(clients);
    const life = give(at!, by, person, due, index === 2 ? { priority: 9 } : {});
    if (index === 3 || index === 8) {
      life.until(first!).progress().until(second!).complete();
      if (life.solvedAt === null) life.until(third!).return();
    } else if (random.chance(0.45)) {
      life.until(first!).discuss();
    }
  }

  // Given: to the team, some late; two have no solver yet.
  const given = [-2, -1, 0, 1, 2, 3, 5, 8, 12, null].map((days, index) => {
    const due = days === null ? null : dueIn(days);
    const [at, first] = moments(8, 2, due === null || days! > 0 ? now : due - 6 * 60 * minuteMs);
    const life = give(at!, person, index > 7 ? null : random.pick(members), due);
    if (life.solver !== null && random.chance(0.5)) life.until(first!).progress();
    return life;
  });
  const [waits, begins] = [given[6]!, given[4]!].sort((a, b) => b.at - a.at) as [Life, Life];
  waits.until(Math.max(waits.cursor, begins.at) + minuteMs).do(person, { type: 'connect', predecessor: begins });

  // To accept: fulfilled in the last days.
  for (let count = 0; count < 6; count++) {
    const [at, first, second] = moments(4, 3);
    give(at!, person, random.pick(members), dueIn(random.between(0, 5)))
      .until(first!)
      .progress()
      .until(second!)
      .complete();
  }

  // On notice of others' tasks.
  for (let count = 0; count < 8; count++) {
    const [at, first] = moments(9, 2);
    const by = random.pick(clients);
    const onNotice = count < 6 ? { acknowledged: [person], passive: [] } : { acknowledged: [], passive: [person] };
    const others = members.filter((id) => id !== person && id !== by);
    give(at!, by, random.pick(others), dueIn(random.between(1, 12)), onNotice)
      .until(first!)
      .progress();
  }

  // Planned: hidden until their day comes.
  for (const days of [2, 4, 7, 11, 16, 23]) {
    const shown = addDays(today, days);
    const [at, first] = moments(6, 2);
    const by = days === 7 ? person : random.pick(clients);
    const due = time.moment(time.workdayFrom(addDays(shown, random.between(2, 6))), 16 * 60);
    if (days % 2 === 0) give(at!, by, person, due, { shownDate: shown });
    else give(at!, by, person, due).until(first!).plan(shown);
  }

  // Waiting: they may begin once another task is solved.
  for (let count = 0; count < 2; count++) {
    const [at, next] = moments(7, 2);
    const by = random.pick(clients);
    const before = give(at!, by, random.pick(members.filter((id) => id !== person)), dueIn(random.between(1, 4)));
    give(next! + minuteMs, by, person, dueIn(random.between(6, 10)), {}, { predecessors: [before] });
  }
  return lives;
}
