import type { AdminSetAsideEvent, Page } from '@gos/contract';
import { Injectable } from '@nestjs/common';
import { type NamedSetAsideEvent, SetAsideEvents } from '../../engine/followers/set-aside-events';
import { SetAsideEventOperations } from '../ops/set-aside-events';

const shown = ({ eventId: _, version: __, dismissedAt: ___, ...one }: NamedSetAsideEvent): AdminSetAsideEvent => one;

/** The admin page's list of events that are set aside, and what admins do with them. */
@Injectable()
export class SetAsideActions {
  constructor(
    private readonly events: SetAsideEvents,
    private readonly operations: SetAsideEventOperations,
  ) {}

  async list(at: { readonly page: number; readonly pageSize: number }): Promise<Page<AdminSetAsideEvent>> {
    const skip = (at.page - 1) * at.pageSize;
    const [total, items] = await Promise.all([this.events.count(), this.events.page(skip, at.pageSize)]);
    return { items: items.map(shown), total, ...at };
  }

  retry(ids: readonly string[] | null): Promise<number> {
    return this.operations.retry(ids);
  }

  dismiss(ids: readonly string[] | null): Promise<number> {
    return this.operations.dismiss(ids);
  }
}
