import type { AnyReadModel } from '@gos/projections';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Refused } from '../../kernel/refused';
import { isOutage } from '../../kernel/store-errors';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { Filter, ModelDocument } from '../../stores/read-models/read-models';
import { EventRetries } from '../followers/event-retries';
import { SetAsideEvents } from '../followers/set-aside-events';
import { ActiveReadModels } from '../projections/active-read-models';
import { Worker } from './worker';

const pageSize = 200;

/** Work that the clock makes due on the documents of a read model. */
export interface Due<D extends ModelDocument, Found extends ModelDocument> {
  /** Name of the work among the followers of the log. */
  readonly name: string;
  /** Name of its tick, where that differs. */
  readonly tick?: string;
  readonly model: AnyReadModel<D, Found>;
  /** The field with the document's number. */
  readonly number: string;
  filter(): Filter;
  act(document: Found): Promise<unknown>;
}

/**
 * Does what the clock makes due, document by document in the order of their numbers. A document on which it fails for another reason
 * than an outage is retried with growing pauses. Then the event that changed it last is set aside, and the document is left alone until
 * another event changes it.
 */
@Injectable()
export class DueDocuments {
  private readonly logger = new Logger('Due');
  private readonly retries: EventRetries;

  constructor(
    private readonly worker: Worker,
    private readonly readModels: ActiveReadModels,
    private readonly setAside: SetAsideEvents,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {
    this.retries = new EventRetries(setAside);
  }

  /** Looks for due documents at every tick of the clock. */
  tick<D extends ModelDocument, Found extends ModelDocument>(due: Due<D, Found>): void {
    this.worker.tick(due.tick ?? due.name, () => this.run(due));
    this.setAside.declare(due.name, (_, subject) => this.again(due, subject));
  }

  private async run<D extends ModelDocument, Found extends ModelDocument>(due: Due<D, Found>): Promise<void> {
    const passed = new Map((await this.setAside.passedBy(due.name)).map((one) => [one.subject, one]));
    for await (const document of this.documents(due)) {
      const before = passed.get(subjectOf(due, document));
      if (before !== undefined && before.position === document.position) continue;
      try {
        // An attempt that failed on an earlier state of the document has succeeded now.
        if ((await this.handle(due, document)) && before) await this.setAside.remove(before.id);
      } catch (error) {
        this.logger.warn(`${due.model.name} ${document.id}: ${String(error)}`);
      }
    }
  }

  /** Resolves with false when the event that changed the document last is set aside. */
  private async handle<D extends ModelDocument, Found extends ModelDocument>(
    due: Due<D, Found>,
    document: Found,
  ): Promise<boolean> {
    const attempt = () => due.act(document).catch(passRefusal);
    try {
      await attempt();
      return true;
    } catch (error) {
      const event = isOutage(error) ? null : await this.log.at(document.position ?? '0');
      if (event === null) throw error;
      return this.retries.handle(due.name, event, attempt, { subject: subjectOf(due, document) });
    }
  }

  /** Acts on one document, if it is still due. @throws Error when it fails */
  private async again<D extends ModelDocument, Found extends ModelDocument>(
    due: Due<D, Found>,
    subject: string | null,
  ): Promise<void> {
    for await (const document of this.documents(due)) {
      if (subjectOf(due, document) === subject) await due.act(document).catch(passRefusal);
    }
  }

  private async *documents<D extends ModelDocument, Found extends ModelDocument>({
    model,
    number,
    filter,
  }: Due<D, Found>): AsyncGenerator<Found> {
    const sort = [{ field: number, direction: 'asc' }] as const;
    const due = filter();
    for (let after = 0; ; ) {
      const within: Filter = { $and: [due, { [number]: { $gt: after } }] };
      const page = await this.readModels.find(model, within, { sort, limit: pageSize });
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < pageSize) return;
      after = Number(last.id);
    }
  }
}

const subjectOf = ({ model }: { readonly model: { readonly name: string } }, { id }: ModelDocument) =>
  `${model.name}-${id}`;

/** A refused document is no longer due. */
function passRefusal(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
}
