import { type Actor, refuse } from '@gos/domain';
import { isVisibleTo, type WorkDocument, workEntryId, workModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Refused } from '../../kernel/refused';
import type { EntryDocument } from './work-answers';

type Reader = Actor & { readonly id: number };

/** Entries of work that the reader may see; a deleted one exists for its worker and admins, with `deletedToo`. */
@Injectable()
export class VisibleWork {
  constructor(private readonly readModels: ActiveReadModels) {}

  /** @throws Refused with `work.not-found` */
  async get(entryId: number, reader: Reader, { deletedToo = false } = {}): Promise<EntryDocument> {
    const document = await this.readModels.get<WorkDocument>(workModel, workEntryId(entryId));
    const seen = document !== undefined && isEntry(document) && isVisibleTo(document, reader);
    if (!seen || (document.deleted && !(deletedToo && keeps(document, reader)))) {
      throw new Refused(refuse('work.not-found'));
    }
    return document;
  }
}

export const isEntry = (document: WorkDocument): document is EntryDocument => document.entry !== null;

/** Whether the reader may correct the entry, its month permitting. */
export const keeps = ({ entry }: EntryDocument, { id, role }: Reader) => role === 'admin' || entry.userId === id;
