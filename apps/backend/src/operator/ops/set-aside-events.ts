import { Injectable } from '@nestjs/common';
import { SetAsideEvents } from '../../engine/followers/set-aside-events';
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
    const events = await this.events.among(ids);
    await this.events.retry(...events);
    return events.length;
  }

  /** Dismisses events; null is all of them. Resolves with their number. */
  async dismiss(ids: readonly string[] | null): Promise<number> {
    const dismissed = await this.events.dismiss(ids);
    for (const { follower, eventId } of dismissed)
      this.security.write('event.dismissed', { what: `${follower} ${eventId}` });
    return dismissed.length;
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
}
