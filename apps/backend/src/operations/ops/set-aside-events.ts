import { Injectable } from '@nestjs/common';
import { type NamedSetAsideEvent, SetAsideEvents } from '../../engine/followers/set-aside-events';
import { SecurityLog } from '../../observability/security-log';
import { OperationRefused, type ReportLine } from './operation-report';

/** The most events that are named. */
const maxNamed = 100;
const usage = 'set-aside, set-aside retry ID, set-aside retry all or set-aside dismiss ID.';

/** Lists, retries and dismisses events that followers of the log could not handle. */
@Injectable()
export class SetAsideEventOperations {
  constructor(
    private readonly events: SetAsideEvents,
    private readonly security: SecurityLog,
  ) {}

  /** Has events handled again; null is all of them. Resolves with their number. */
  async retry(ids: readonly string[] | null): Promise<number> {
    const wanted = await this.wanted(ids);
    for (const one of wanted) await this.events.retry(one);
    return wanted.length;
  }

  /** Dismisses events; null is all of them. Resolves with their number. */
  async dismiss(ids: readonly string[] | null): Promise<number> {
    let count = 0;
    for (const { id, follower, eventId } of await this.wanted(ids)) {
      if (!(await this.events.dismiss(id))) continue;
      count++;
      this.security.write('event.dismissed', { what: `${follower} ${eventId}` });
    }
    return count;
  }

  /** Reports them all. Resolves with false when there are any. */
  async report(report: ReportLine): Promise<boolean> {
    const [count, events] = await Promise.all([this.events.count(), this.events.page(0, maxNamed)]);
    for (const { id, type, stream, position, at, tries, reason } of events) {
      report(`${id}: ${type} of ${stream} at ${position}, since ${at}, ${tries} failed: ${reason}`);
    }
    if (count > events.length) report(`and ${count - events.length} more`);
    report(count === 0 ? 'no events are set aside' : `${count} events set aside (set-aside retry ID, or dismiss ID)`);
    return count === 0;
  }

  /** @throws OperationRefused */
  async act([action, id, ...more]: readonly string[], report: ReportLine): Promise<boolean> {
    if ((action !== 'retry' && action !== 'dismiss') || id === undefined || more.length > 0)
      throw new OperationRefused(usage);
    if (id === 'all' && action === 'dismiss')
      throw new OperationRefused('Each is dismissed by its own id: it is never handled then.');
    const count = await this[action](id === 'all' ? null : [id]);
    if (count === 0 && id !== 'all') throw new OperationRefused(`No event "${id}" is set aside.`);
    report(`${count} ${action === 'retry' ? 'handled again by a worker' : 'dismissed'}`);
    return true;
  }

  private async wanted(ids: readonly string[] | null): Promise<readonly NamedSetAsideEvent[]> {
    if (ids === null) return this.events.all();
    const found = await Promise.all([...new Set(ids)].map((id) => this.events.get(id)));
    return found.filter((one) => one !== null);
  }
}
