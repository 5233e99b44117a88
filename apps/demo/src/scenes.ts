import { addDays, type NewTask } from '@gos/domain';
import { type Birth, Life } from './lives';
import { type PlannedProject, placeNamed } from './places';
import type { Random } from './random';
import { employee, hours } from './staff';
import { series } from './texts/meetings';
import { continuous, networks } from './texts/scripted';
import { type Department } from './texts/text';
import { htmlOf, wordsOf } from './words';
import type { WorkingTime } from './working-time';

/** Scripted tasks: networks of tasks, continuous work, recurring meetings. */

export interface Stage {
  readonly now: number;
  readonly start: number;
  readonly random: Random;
  readonly time: WorkingTime;
  readonly currency: string;
}

const dayMs = 24 * 60 * 60 * 1_000;
const workday = 8 * 60;
const iso = (at: number) => new Date(at).toISOString();

const genericResults: Record<'cs' | 'en', readonly string[]> = {
  cs: [
    'Hotovo podle plánu.',
    'Hotovo, podrobnosti jsou v příloze hlavního úkolu.',
    'Dokončeno, můžeme pokračovat dalším krokem.',
  ],
  en: ['Done as planned.', 'Done, details are in the shared folder.', 'Finished, the next step may start.'],
};

/** A task with scripted words. */
export function scripted(
  { random, time }: Stage,
  at: number,
  by: number,
  department: Department,
  about: { readonly name: string; readonly text: string; readonly tags: readonly string[] },
  more: Omit<Partial<Birth>, 'fields'> & { readonly fields?: Partial<NewTask> } = {},
): Life {
  const done = genericResults[department === 'abroad' ? 'en' : 'cs'];
  return new Life(time, random, { at, by, department, work: { ...about, done }, words: wordsOf(random, at), ...more });
}

export function networkLives(stage: Stage, projects: readonly PlannedProject[]): Life[] {
  const { now, random, time } = stage;
  return networks.flatMap(({ parts, contractor, solver, startedDaysAgo, department, project, board, ...about }) => {
    const at = time.moment(time.workdayFrom(time.dayOf(now - startedDaysAgo * dayMs)), 9 * 60 + random.between(5, 50));
    const end = time.moment(time.workdayFrom(time.dayOf(at + 75 * dayMs)), 17 * 60);
    const whole = scripted(stage, at, contractor, department, about, {
      fields: { type: 'graph', priority: 8, solverId: solver, deadline: iso(end), estimateMinutes: 120 * 60 },
    });
    const lives: Life[] = [];
    for (const [index, part] of parts.entries()) {
      const born = at + (index + 1) * random.between(90_000, 200_000);
      const predecessors = part.after.map((before) => lives[before]!);
      const life = scripted(
        stage,
        born,
        contractor,
        department,
        { name: part.name, text: about.text, tags: about.tags },
        {
          parent: whole,
          predecessors,
          fields: { solverId: part.solver, priority: random.between(5, 8), estimateMinutes: part.days * 180 },
        },
      );
      lives.push(life);
      const begin = predecessors.reduce(
        (latest, before) => Math.max(latest, before.solvedAt ?? Number.MAX_VALUE),
        born,
      );
      if (begin === Number.MAX_VALUE) continue;
      life.until(begin).later((part.days * workday) / 2, part.solver);
      if (random.chance(0.6)) life.progress();
      life.later((part.days * workday) / 2, part.solver).complete();
      if (life.solvedAt === null) life.later(random.between(30, 1_200), contractor).accept();
    }
    const solved = lives.map(({ solvedAt }) => solvedAt ?? Number.MAX_VALUE);
    const last = Math.max(...solved);
    if (last < now) {
      whole.until(last).later(workday, solver).complete().later(300, contractor).accept();
    }
    const all = [whole, ...lives];
    for (const life of all) life.place = placeNamed(projects, project, board);
    return all;
  });
}

export function continuousLives(stage: Stage): Life[] {
  const { start, now, random, time } = stage;
  return continuous.map(({ by, solver, remarks, ended, department, ...about }) => {
    const [at] = time.within(random, start, start + 12 * dayMs, hours[department], 1);
    const life = scripted(stage, at!, by, department, about, {
      fields: { type: 'continuous', solverId: solver, priority: 4 },
    });
    const moments = time.within(random, at! + dayMs, now - dayMs, hours[employee(solver).department], remarks.length);
    for (const [index, remark] of remarks.entries()) life.until(moments[index]!).comment(solver, remark);
    if (ended) life.later(2 * workday, by).end();
    return life;
  });
}

export function meetingLives(stage: Stage): Life[] {
  const { start, now, random, time } = stage;
  return series.flatMap(({ organiser, invited, weekday, everyWeeks, at, minutes, agenda, notes, ...about }) => {
    const monday = addDays('2024-01-01', weekday - 1);
    const [hour, minute] = at.split(':').map(Number) as [number, number];
    const lives: Life[] = [];
    for (let day = monday; time.moment(day, 0) < now + 15 * dayMs; day = addDays(day, 7 * everyWeeks)) {
      const begins = time.moment(day, hour * 60 + minute);
      const announced = begins - 6 * dayMs - random.between(1, 200) * 60_000;
      if (announced < start || announced > now || !time.isWorkday(day)) continue;
      const text = `${about.text}\n${random
        .several(agenda, 3)
        .map((item) => `- ${item}`)
        .join('\n')}`;
      const { department } = employee(organiser);
      const life = scripted(
        stage,
        announced,
        organiser,
        department,
        { ...about, text },
        {
          fields: {
            type: 'meeting',
            description: htmlOf(text),
            solverId: organiser,
            acknowledged: invited,
            deadline: iso(begins),
            estimateMinutes: minutes,
            priority: 6,
          },
        },
      );
      // Just before it begins somebody excuses themselves; afterwards the organiser writes down the results.
      if (random.chance(0.25)) {
        const excused = random.pick(invited);
        const sorry =
          employee(excused).language === 'en'
            ? 'I can\u2019t make it today, sorry.'
            : 'Dnes se omlouvám, podklady posílám předem.';
        life.until(begins - random.between(20, 90) * 60_000).comment(excused, sorry);
      }
      life.until(begins + minutes * 60_000 + 1_000).do(null, { type: 'endAutomatically', body: {} });
      life.later(random.between(10, 240), organiser).comment(organiser, random.pick(notes));
      lives.push(life);
    }
    return lives;
  });
}
