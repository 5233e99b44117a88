import { withPeople } from '@gos/contract';
import {
  comparePositions,
  type Delivery,
  localDay,
  type NotificationKind,
  notificationKinds,
  type RecordedEvent,
} from '@gos/domain';
import {
  type AccessDocument,
  accessModel,
  type NotificationDocument,
  notificationModel,
  tellsSomebody,
  type UserDocument,
  userModel,
} from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { Worker } from '../../../engine/jobs/worker';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { Clock } from '../../../kernel/clock';
import { CONFIG, type Config, originOf } from '../../../kernel/config';
import { StoreUnavailable } from '../../../kernel/store-errors';
import { InstallationSettings } from '../../../shared/installation/settings';
import { MailWishes } from '../../../shared/notification/mail-wishes';
import { isTold, Notifications } from '../../../shared/notification/notifications';
import { grantedAttendance } from '../../../shared/user/granted-attendance';
import { People } from '../../../shared/user/people';
import { type Reader, UserAnswers } from '../../../shared/user/user-answers';
import { JOBS, type JobRun, type Jobs, type NewJob, PermanentFailure } from '../../../stores/jobs/jobs';
import { MAIL, type Mail, MailRefused } from '../../../stores/mail/mail';
import type { Filter } from '../../../stores/read-models/read-models';
import { mailTextOf, threadOf } from './mail-text';
import { MailedNotifications } from './mailed';
import { Unsubscribing } from './unsubscribing';

interface EventJob {
  readonly eventId: string;
  readonly position: string;
}
interface MailJob {
  readonly userId: number;
  readonly digest: boolean;
}

const eventQueue = 'notifications';
const mailQueue = 'mail';
const hourMs = 60 * 60 * 1_000;
/** Notifications older than this are not mailed. */
const latestMs = { once: 24 * hourMs, digest: 8 * 24 * hourMs };
/**
 * Notifications of this time go into one mail, which leaves at its end. Those in the last part of it go into the next
 * mail.
 */
const bundleMs = 8_000;
const restMs = 2_000;
/** In one mail. */
const mostTold = 200;
const batch = 500;

/** Mails people's notifications: at once, bundled for seconds, or once a day. */
@Injectable()
export class NotificationMails {
  constructor(
    worker: Worker,
    private readonly readModels: ActiveReadModels,
    private readonly notifications: Notifications,
    private readonly wishes: MailWishes,
    private readonly mailed: MailedNotifications,
    private readonly unsubscribing: Unsubscribing,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly settings: InstallationSettings,
    private readonly clock: Clock,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(MAIL) private readonly mail: Mail,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl' | 'port' | 'timeZone'>,
  ) {
    const { timeZone } = config;
    worker.follow(eventQueue, (event) => this.jobsOf(event));
    worker.handle<EventJob>(eventQueue, { attempts: 20, backoff: { delayMs: 1_000, mostMs: 60_000 } }, ({ data }) =>
      this.spread(data),
    );
    const patience = { attempts: 10, backoff: { delayMs: 30_000, mostMs: hourMs } };
    worker.handle<MailJob>(mailQueue, { concurrency: 4, ...patience }, (run) => this.send(run));
    worker.every('digest', 'digest', { cron: '0 7 * * *', timeZone }, () => this.digest());
  }

  private jobsOf(event: RecordedEvent) {
    const isOld = Date.parse(event.metadata.at) < this.clock.now() - latestMs.once;
    if (isOld || !tellsSomebody(event)) return [];
    const data: EventJob = { eventId: event.id, position: event.position };
    return [{ queue: eventQueue, id: event.id, data }];
  }

  /** Schedules a mail for every recipient of an event who wants mails at once. */
  private async spread({ eventId, position }: EventJob): Promise<void> {
    await this.mustHaveApplied(position);
    // Their ids are the event's with the person's behind it.
    const told = await this.readModels.find<NotificationDocument>(notificationModel, {
      id: { $gt: `${eventId}-`, $lt: `${eventId}.` },
    });
    const items = told.filter(isTold).map(({ item }) => item);
    const wishes = await this.wishes.of(items.map(({ userId }) => userId));
    const due = items.filter(({ userId, kind }) => wishes.get(userId)![kind] === 'at-once');
    const now = this.clock.now();
    const bundle = Math.floor((now + restMs) / bundleMs);
    const delayMs = (bundle + 1) * bundleMs - now;
    await this.add(due.map(({ userId }) => ({ id: `${userId}.${bundle}`, data: { userId, digest: false }, delayMs })));
  }

  private digest(): Promise<void> {
    const day = localDay(this.clock.now(), this.config.timeZone);
    return this.add(this.people.order().map((userId) => ({ id: `${userId}.${day}`, data: { userId, digest: true } })));
  }

  private async add(all: readonly (NewJob & { readonly data: MailJob })[]): Promise<void> {
    for (let at = 0; at < all.length; at += batch) await this.jobs.add(mailQueue, ...all.slice(at, at + batch));
  }

  private async send({ id: job, data: { userId, digest } }: JobRun<MailJob>): Promise<void> {
    const reader = await this.readerOf(userId);
    const person = this.people.get(userId);
    if (!reader || !person) return;
    const ids = await this.mailed.claim(userId, job, async () => {
      const candidates = await this.candidates(reader, digest);
      return candidates.map(({ id }) => id);
    });
    const items = await this.shown(ids, reader);
    const [first] = items;
    if (!first) return;
    const origin = originOf(this.config);
    const which = items.every(({ kind }) => kind === first.kind) ? first.kind : 'all';
    const unsubscribe = this.unsubscribing.addressOf({ userId, which }, origin);
    const { brandName } = this.settings.now;
    const { timeZone } = this.config;
    const content = mailTextOf({ items, reader: person, digest, brandName, origin, timeZone, unsubscribe });
    const to = { name: person.name, address: person.email };
    try {
      await this.mail.send({ id: `notification-${job}`, thread: threadOf(items), to, ...content, unsubscribe });
    } catch (error) {
      const why = `Email not sent: ${error instanceof Error ? error.message : String(error)}`;
      if (error instanceof MailRefused) throw new PermanentFailure(why, { cause: error });
      throw new Error(why, { cause: error });
    }
  }

  /** Unread ones of the kinds that are mailed so, which the reader may still see. */
  private async candidates(reader: Reader, digest: boolean) {
    const wanted: Delivery = digest ? 'daily' : 'at-once';
    const wishes = (await this.wishes.of([reader.id])).get(reader.id)!;
    const kinds: readonly NotificationKind[] = notificationKinds.filter((kind) => wishes[kind] === wanted);
    const since = new Date(this.clock.now() - (digest ? latestMs.digest : latestMs.once)).toISOString();
    const conditions: readonly Filter[] = [{ 'item.kind': { $in: kinds } }, { 'item.at': { $gt: since } }];
    const { documents } = await this.notifications.page(reader.id, { unread: true, conditions }, { limit: mostTold });
    return this.shown(
      documents.map(({ id }) => id),
      reader,
    );
  }

  private async shown(ids: readonly string[], reader: Reader) {
    const found = await this.readModels.getMany<NotificationDocument>(notificationModel, ids);
    const documents = ids.flatMap((id) => found.get(id) ?? []).filter(isTold);
    const answers = await this.notifications.answers(documents, reader);
    const distinct = await this.users.distinct(reader);
    return answers
      .filter(({ task, project }) => task?.id !== null && project?.id !== null)
      .map((item) => withPeople(item, distinct));
  }

  /** With their rights as they are now; null when they may not sign in. */
  private async readerOf(userId: number): Promise<Reader | null> {
    const [user, access] = await Promise.all([
      this.readModels.get<UserDocument>(userModel, userId),
      this.readModels.get<AccessDocument>(accessModel, userId),
    ]);
    if (!user?.user.active) return null;
    const { role, positionIds: positions } = user.user;
    const attendance = await grantedAttendance(this.readModels, user.user);
    return { id: userId, role, projects: access?.projects ?? {}, positions, attendance };
  }

  private async mustHaveApplied(position: string): Promise<void> {
    await this.readModels.waitUntilApplied(position);
    const { applied } = this.readModels;
    if (applied !== null && comparePositions(applied, position) >= 0) return;
    throw new StoreUnavailable('The notifications of an event are not there yet', 'not-written');
  }
}
