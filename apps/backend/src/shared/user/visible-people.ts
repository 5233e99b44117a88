import { type Actor, isPositionBefore } from '@gos/domain';
import { same } from '@gos/domain/kernel/values';
import {
  isVisibleTo,
  type ListedTaskDocument,
  type ProjectDocument,
  projectModel,
  taskModel,
  visibleTo,
} from '@gos/projections';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import type { DocumentChange } from '../../engine/projections/batch';
import { inParts, turn } from '../../kernel/pieces';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import type { Filter } from '../../stores/read-models/read-models';

type Reader = Actor & { readonly id: number };

const batch = 500;
/** Limit of the tasks and projects that are remembered for all readers together: about 30 MB. */
const maxShowing = 300_000;

/** The fields of a task that decide who sees whom by it. */
const shownBy = (document: ListedTaskDocument | null) =>
  document === null || document.deleted ? null : [document.parties, document.projectId];
const membersOf = (document: ProjectDocument | null) => document?.project.members.map(({ userId }) => userId) ?? [];

/** The people whom one reader sees, by the tasks and projects that show them. */
class Circle {
  /** The people that a task or project shows. */
  private readonly showing = {
    task: new Map<number, readonly number[]>(),
    project: new Map<number, readonly number[]>(),
  };
  /** The number of tasks and projects that show each person. */
  private readonly times = new Map<number, number>();
  private seen: ReadonlySet<number> | null = null;

  constructor(readonly reader: Reader) {}

  get size(): number {
    return this.showing.task.size + this.showing.project.size;
  }

  /** The people as of now: later changes make another set. */
  people(): ReadonlySet<number> {
    this.seen ??= new Set([this.reader.id, ...this.times.keys()]);
    return this.seen;
  }

  takeTask(id: number, document: ListedTaskDocument | null): void {
    const isSeen = document !== null && !document.deleted && isVisibleTo(document, this.reader);
    this.put('task', id, isSeen ? document.parties : []);
  }

  takeProject(id: number, document: ProjectDocument | null): void {
    if (Object.hasOwn(this.reader.projects, id)) this.put('project', id, membersOf(document));
  }

  private put(by: 'task' | 'project', id: number, shown: readonly number[]): void {
    const others = shown.filter((person) => person !== this.reader.id);
    for (const person of this.showing[by].get(id) ?? []) this.count(person, -1);
    for (const person of others) this.count(person, 1);
    if (others.length > 0) this.showing[by].set(id, others);
    else this.showing[by].delete(id);
  }

  private count(person: number, by: 1 | -1): void {
    const times = (this.times.get(person) ?? 0) + by;
    if (times > 0) this.times.set(person, times);
    else this.times.delete(person);
    if (times === 0 || (times === 1 && by === 1)) this.seen = null;
  }
}

interface Kept {
  readonly circle: Circle;
  /** The position up to which changes are applied or waiting. */
  position: string | null;
  /** Changes that arrived while the documents were read; null once they are read. */
  meanwhile: DocumentChange[] | null;
  readonly read: Promise<void>;
}

/**
 * The people that a collaborator sees: those of the tasks and projects that they see. They are read once and then
 * updated by each change, so that an event costs the same however many tasks a person has. The least recently used
 * readers are forgotten.
 */
@Injectable()
export class VisiblePeople implements OnModuleInit, OnModuleDestroy {
  /** By reader, the least recently used first. */
  private readonly kept = new Map<number, Kept>();
  private stopHearing: () => void = () => {};

  constructor(
    private readonly readModels: ActiveReadModels,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
  ) {}

  onModuleInit(): void {
    this.stopHearing = this.broadcast.subscribe(
      appliedChannel,
      (message) => this.hear(message as AppliedBatch),
      () => this.kept.clear(),
    );
  }

  onModuleDestroy(): void {
    this.stopHearing();
  }

  /** Ids of the people that the reader sees by their tasks and projects, the reader included. */
  async of(reader: Reader): Promise<ReadonlySet<number>> {
    let known = this.current(reader);
    if (!known) {
      // Listeners receive applied changes a moment later.
      await turn();
      known = this.current(reader) ?? this.begin(reader);
    }
    await known.read;
    return known.circle.people();
  }

  private current(reader: Reader): Kept | null {
    const known = this.kept.get(reader.id);
    const { applied } = this.readModels;
    if (!known || applied === null || isPositionBefore(known.position, applied)) return null;
    const { projects } = known.circle.reader;
    if (projects !== reader.projects && !same(projects, reader.projects)) return null;
    this.kept.delete(reader.id);
    this.kept.set(reader.id, known);
    return known;
  }

  private begin(reader: Reader): Kept {
    const circle = new Circle(reader);
    const read = this.read(circle).then(
      () => {
        for (const change of kept.meanwhile ?? []) take(circle, change);
        kept.meanwhile = null;
        this.makeRoom();
      },
      (error) => {
        if (this.kept.get(reader.id) === kept) this.kept.delete(reader.id);
        throw error;
      },
    );
    const kept: Kept = { circle, position: this.readModels.applied, meanwhile: [], read };
    this.kept.delete(reader.id);
    this.kept.set(reader.id, kept);
    return kept;
  }

  private async read(circle: Circle): Promise<void> {
    const { reader } = circle;
    const projects = await this.readModels.getMany<ProjectDocument>(projectModel, Object.keys(reader.projects));
    for (const document of projects.values()) circle.takeProject(document.projectId, document);
    const mine: Filter = { $and: [visibleTo(reader) as Filter, { deleted: false }] };
    for await (const ids of inParts(await this.readModels.ids(taskModel, mine), batch)) {
      const tasks = await this.readModels.find(taskModel, { id: { $in: ids } });
      for (const document of tasks) circle.takeTask(document.task.id, document);
    }
  }

  /**
   * The documents that were read may be newer than a change that arrives: the last change of each document prevails.
   */
  private hear({ applied, after, position }: AppliedBatch): void {
    const concerning = applied?.filter(isConcerning) ?? [];
    for (const [id, kept] of this.kept) {
      if (!isPositionBefore(kept.position, position)) continue;
      if (applied === null || isPositionBefore(kept.position, after)) {
        this.kept.delete(id);
        continue;
      }
      kept.position = position;
      if (kept.meanwhile) kept.meanwhile.push(...concerning);
      else for (const change of concerning) take(kept.circle, change);
    }
  }

  private makeRoom(): void {
    let size = 0;
    for (const { circle } of this.kept.values()) size += circle.size;
    for (const [id, { circle }] of this.kept) {
      if (size <= maxShowing || this.kept.size === 1) return;
      this.kept.delete(id);
      size -= circle.size;
    }
  }
}

/** Whether the change affects who sees whom. */
function isConcerning({ model, before, after }: DocumentChange): boolean {
  if (model === taskModel.name)
    return !same(shownBy(before as ListedTaskDocument | null), shownBy(after as ListedTaskDocument | null));
  if (model !== projectModel.name) return false;
  return !same(
    membersOf(before as unknown as ProjectDocument | null),
    membersOf(after as unknown as ProjectDocument | null),
  );
}

function take(circle: Circle, { model, id, after }: DocumentChange): void {
  if (model === taskModel.name) circle.takeTask(Number(id), after as ListedTaskDocument | null);
  else circle.takeProject(Number(id), after as unknown as ProjectDocument | null);
}
