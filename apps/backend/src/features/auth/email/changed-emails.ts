import { eventOf } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Worker } from '../../../engine/jobs/worker';
import { EmailChanges } from '../../../shared/session/email-changes';
import { EmailLinks } from '../../../shared/user/email-links';
import { AccountMails } from '../mails/account-mails';

const queue = 'changed-emails';

interface ChangedEmail {
  readonly userId: number;
  readonly eventId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Finishes changes of addresses that a crash cut off, and informs people at both addresses. */
@Injectable()
export class ChangedEmails {
  constructor(worker: Worker, changes: EmailChanges, links: EmailLinks, mails: AccountMails) {
    const backoff = { delayMs: 1_000, mostMs: 60_000 };
    worker.handle<ChangedEmail>(queue, { attempts: 10, backoff }, async ({ data }) => {
      await changes.settle(data.userId);
      await mails.emailChanged(data);
    });
    worker.follow(queue, (recorded) => {
      const { id, stream, metadata } = recorded;
      if (eventOf(recorded).type !== 'UserEmailChanged') return [];
      const data: ChangedEmail = { userId: Number(stream.split('-')[1]), eventId: id, at: Date.parse(metadata.at) };
      return [{ queue, id, data }];
    });
    worker.every('maintenance', 'finish-email-changes', { everyMs: 60_000 }, () => changes.settleAll());
    worker.every('maintenance', 'sweep-email-links', { everyMs: 60 * 60_000 }, () => links.sweep());
  }
}
