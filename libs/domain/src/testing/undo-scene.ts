import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import type { Aggregate, CommandOf } from '../kernel/aggregate';
import type { Message, RecordedEvent } from '../kernel/message';
import { isRefusal } from '../kernel/refusal';
import { emptyUndoScan, scanUndo, type UndoBody, type Undoing, type UndoScan } from '../kernel/undo';

interface Scene<Bodies, State, E extends Message, Facts> {
  readonly aggregate: Aggregate<Bodies, State, E, Facts>;
  readonly undoing: Undoing<never, E, Facts>;
  readonly id: number;
  factsOf(actor: Actor): Facts;
}

/** A log of one stream: each command's events have ids and metadata of their own. */
export class UndoScene<Bodies extends { readonly undo: UndoBody }, State, E extends Message, Facts> {
  readonly events: RecordedEvent[] = [];
  private commands = 0;

  constructor(private readonly scene: Scene<Bodies, State, E, Facts>) {}

  /** Returns the id of the first event. */
  append(actor: number | null, events: readonly E[]): string {
    const correlationId = `command-${++this.commands}`;
    const first = this.events.length;
    for (const { type, data } of events) {
      const revision = this.events.length;
      const at = new Date(Date.parse('2026-11-18T11:00:00.000Z') + 60_000 * this.commands).toISOString();
      const about = { actor, at, via: 'web', correlationId, causationId: correlationId, schemaVersion: 1 } as const;
      const metadata = { ...about, previousHash: null, hash: '' };
      this.events.push({
        stream: this.scene.aggregate.streamOf(this.scene.id),
        revision,
        position: String(revision + 1),
        id: `event-${revision}`,
        type,
        data,
        metadata,
      });
    }
    return `event-${first}`;
  }

  get state(): State {
    const { initial, evolve } = this.scene.aggregate;
    return this.events.reduce<State | null>((state, event) => evolve(state, event as unknown as E), initial)!;
  }

  /** Runs a command. Returns the id of its first event; null where it is refused or changes nothing. */
  run(actor: Actor, command: CommandOf<Bodies>, more: Partial<Facts> = {}): string | null {
    const { aggregate, factsOf, id } = this.scene;
    const decided = aggregate.decide(this.state, command, { ...factsOf(actor), ...more }, id);
    return isRefusal(decided) || decided.length === 0 ? null : this.append(actor.id, decided);
  }

  decideUndo(eventId: string, actor: Actor, more: Partial<Facts> = {}, body: Partial<UndoBody> = {}) {
    const { aggregate, undoing, factsOf, id } = this.scene;
    const undo = this.events.reduce<UndoScan<never>>(
      (scan, event) => scanUndo<never>(undoing, scan, event, eventId),
      emptyUndoScan<never>(undoing),
    );
    const command = { type: 'undo', body: { eventId, ...body } } as unknown as CommandOf<Bodies>;
    return aggregate.decide(this.state, command, { ...factsOf(actor), undo, ...more }, id);
  }

  /** Returns the id of `ActionUndone`. */
  undo(eventId: string, actor: Actor): string {
    const decided = this.decideUndo(eventId, actor);
    if (isRefusal(decided)) throw new Error(decided.refused);
    this.append(actor.id, decided);
    return this.events.at(-1)!.id;
  }

  /**
   * Runs commands, undoes the last one that changed something, and then the undo itself. Expects the content before and after the
   * command again, and no second undo. For properties: skips commands that change nothing.
   */
  expectUndoOf(
    commands: readonly CommandOf<Bodies>[],
    actor: Actor,
    contentOf: (state: State) => unknown,
    factsFor: (command: CommandOf<Bodies>, index: number) => Partial<Facts> = () => ({}),
  ): void {
    let last: { readonly id: string; readonly before: unknown } | null = null;
    for (const [index, command] of commands.entries()) {
      const before = contentOf(this.state);
      const id = this.run(actor, command, factsFor(command, index));
      if (id !== null) last = { id, before };
    }
    fc.pre(last !== null);
    const { id, before } = last!;
    const after = contentOf(this.state);
    const undone = this.undo(id, actor);
    expect(contentOf(this.state)).toEqual(before);
    expect(this.decideUndo(id, actor)).toMatchObject({ refused: 'undo.already-undone' });
    this.undo(undone, actor);
    expect(contentOf(this.state)).toEqual(after);
  }
}
