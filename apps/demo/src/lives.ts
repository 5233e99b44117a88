import { type Day, limits, type NewTask, type TaskCommand } from '@gos/domain';
import type { Place } from './places';
import type { Random } from './random';
import { areas, employee, hours } from './staff';
import type { Talk, Work } from './texts/text';
import { type Department } from './texts/text';
import { htmlOf } from './words';
import type { WorkingTime } from './working-time';

/** A person's action on a task. `by` is null for the system. */
export interface Step {
  readonly at: number;
  readonly by: number | null;
  readonly action:
    | Exclude<TaskCommand, { type: 'create' | 'createSubtask' | 'move' }>
    | { readonly type: 'place'; readonly to: Place; readonly before?: Life }
    | { readonly type: 'connect'; readonly predecessor: Life }
    | { readonly type: 'attach'; readonly name: string; readonly content: string };
}

export type Fields = Omit<NewTask, 'parentId' | 'predecessors' | 'projectId' | 'boardId'>;

export interface Birth {
  readonly at: number;
  readonly by: number;
  readonly department: Department;
  readonly work: Work;
  readonly words: (text: string) => string;
  readonly fields?: Partial<Fields>;
  readonly parent?: Life;
  readonly predecessors?: readonly Life[];
}

const iso = (at: number) => new Date(at).toISOString();
const dayMs = 24 * 60 * 60 * 1_000;

/** One task from its creation on: actions with person and time, each step later than the one before. */
export class Life {
  readonly steps: Step[] = [];
  readonly fields: Fields;
  readonly contractor: number;
  readonly parent: Life | null;
  readonly predecessors: readonly Life[];
  readonly at: number;
  readonly by: number;
  readonly department: Department;
  /** Place of its creation. */
  place: Place | null = null;
  hasSubtasks = false;
  solver: number | null;
  deadline: number | null;
  /** The moment of the acceptance or the end; null while it is open. */
  solvedAt: number | null = null;
  cursor: number;
  private comments = 0;
  private readonly talk: Talk;
  private readonly work: Work;
  private readonly words: (text: string) => string;

  constructor(
    private readonly time: WorkingTime,
    private readonly random: Random,
    { at, by, department, work, words, fields = {}, parent, predecessors = [] }: Birth,
  ) {
    this.at = at;
    this.by = by;
    this.cursor = at;
    this.department = department;
    this.talk = areas[department].talk;
    this.work = work;
    this.words = words;
    this.parent = parent ?? null;
    if (parent) parent.hasSubtasks = true;
    this.predecessors = predecessors;
    this.fields = {
      name: [...words(work.name)].slice(0, limits.name.max).join(''),
      description: htmlOf(words(work.text)),
      tags: work.tags.map(words),
      ...fields,
    };
    this.contractor = this.fields.contractorId ?? by;
    this.solver = this.fields.solverId ?? null;
    this.deadline = this.fields.deadline ? Date.parse(this.fields.deadline) : null;
  }

  /** Moves on by that many minutes of the person's work; now and then somebody works in the evening. */
  later(minutes: number, by: number): this {
    const jitter = this.random.between(1_000, 55_000);
    const next = this.time.after(this.cursor, Math.max(1, minutes), hours[employee(by).department]) + jitter;
    const evening = this.time.moment(this.time.dayOf(this.cursor), this.random.between(19 * 60, 21 * 60 + 30));
    this.cursor = this.random.chance(0.025) && evening > this.cursor && evening < next ? evening : next;
    return this;
  }

  /** Moves on to a moment, if that is later. */
  until(at: number): this {
    this.cursor = Math.max(this.cursor + 1_000, at);
    return this;
  }

  do(by: number | null, action: Step['action']): this {
    this.steps.push({ at: this.cursor, by, action });
    return this;
  }

  /** Inserts a step among the former ones, in the order of time. */
  insert(step: Step): void {
    this.steps.push(step);
    this.steps.sort((a, b) => a.at - b.at);
  }

  /** The place of the task at a moment, and the time since when it is there. */
  presentAt(moment: number): { readonly place: Place | null; readonly since: number } {
    let present = { place: this.place, since: this.at };
    for (const { at, action } of this.steps) {
      if (at < moment && action.type === 'place') present = { place: action.to, since: at };
    }
    return present;
  }

  /** @param replyTo the number of the comment that it answers */
  comment(by: number, text: string, replyTo?: number): this {
    this.comments++;
    return this.do(by, {
      type: 'comment',
      body: { text: this.words(text), ...(replyTo !== undefined && { replyTo }) },
    });
  }

  progress(): this {
    return this.comment(this.solver!, this.random.pick(this.talk.progress));
  }

  /** Adds the solver's question and the contractor's answer, for which the solver thanks. */
  discuss(): this {
    const question = this.random.pick(this.talk.questions);
    const answer = this.talk.answers[this.talk.questions.indexOf(question)]!;
    const asked = this.comments + 1;
    this.comment(this.solver!, this.random.chance(0.3) ? `@[${this.contractor}] ${question}` : question);
    this.later(this.random.between(4, 150), this.contractor).comment(this.contractor, answer, asked);
    return this.do(this.solver!, { type: 'react', body: { commentId: this.comments, emoji: '👍' } });
  }

  /** Adds a comment on the wrong task, which its author removes. */
  mistake(): this {
    const by = this.contractor;
    this.comment(by, this.random.pick(this.talk.thanks)).later(2, by);
    return this.do(by, { type: 'removeComment', body: { commentId: this.comments } });
  }

  attach(by: number): this {
    const code = (this.fields.tags?.[0] ?? 'podklady').normalize('NFD').replace(/[^\w]/g, '').toLowerCase();
    const rows = Array.from({ length: this.random.between(4, 14) }, (_, index) => {
      return `${index + 1};${this.random.between(1_000, 9_999)};${this.random.between(1, 120)};${this.random.between(90, 9_900)}`;
    });
    const content = ['radek;kod;kusy;cena', ...rows, ''].join('\n');
    return this.do(by, { type: 'attach', name: `${code}-${this.random.between(10, 99)}.csv`, content });
  }

  assign(solver: number): this {
    this.solver = solver;
    return this.do(this.contractor, { type: 'assign', body: { solverId: solver } });
  }

  moveDeadline(days: number): this {
    this.deadline = this.deadlineIn(days);
    return this.do(this.contractor, { type: 'deadline', body: { deadline: iso(this.deadline) } });
  }

  plan(shownDate: Day | null): this {
    return this.do(this.solver ?? this.contractor, { type: 'plan', body: { shownDate } });
  }

  complete(): this {
    this.do(this.solver, { type: 'complete', body: { result: this.words(this.random.pick(this.work.done)) } });
    if (this.solver === this.contractor) this.solvedAt = this.cursor;
    return this;
  }

  /** Returns the task, with a new deadline if the old one has passed. */
  return(): this {
    const late = this.deadline !== null && this.deadline < this.cursor + dayMs;
    if (late) this.deadline = this.deadlineIn(this.random.between(1, 4));
    const reason = this.words(this.random.pick(this.talk.returns));
    return this.do(this.contractor, {
      type: 'return',
      body: { reason, ...(late && { deadline: iso(this.deadline!) }) },
    });
  }

  accept(): this {
    const { random, talk } = this;
    const reservation = random.chance(0.11) ? this.words(random.pick(talk.reservations)) : null;
    const comment = random.chance(0.28) ? this.words(random.pick(talk.thanks)) : null;
    const rating = random.chance(0.45)
      ? reservation === null
        ? random.pick([3, 4, 4, 5, 5, 5])
        : random.between(2, 4)
      : null;
    const reduced = reservation !== null && this.fields.budget ? this.fields.budget : null;
    const costReduction = reduced && { ...reduced, amount: `${Math.floor(Number(reduced.amount) / 20)}.00` };
    if (comment !== null) this.comments++;
    this.solvedAt = this.cursor;
    return this.do(this.contractor, { type: 'accept', body: { reservation, rating, comment, costReduction } });
  }

  end(): this {
    this.solvedAt = this.cursor;
    const reason = this.random.chance(0.8) ? this.words(this.random.pick(this.talk.ends)) : null;
    return this.do(this.contractor, { type: 'end', body: { reason } });
  }

  restore(): this {
    this.solvedAt = null;
    const passed = this.deadline !== null && this.deadline < this.cursor + dayMs;
    if (passed) this.deadline = this.deadlineIn(this.random.between(3, 8));
    return this.do(this.contractor, { type: 'restore', body: { ...(passed && { deadline: iso(this.deadline!) }) } });
  }

  /** The afternoon of the workday that is at least so many days ahead. */
  deadlineIn(days: number): number {
    const day = this.time.workdayFrom(this.time.dayOf(this.cursor + days * dayMs));
    return this.time.moment(day, this.random.pick([12 * 60, 15 * 60, 16 * 60, 17 * 60]));
  }
}
