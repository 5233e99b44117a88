import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS, type Accounts, changeRecord } from '../../../stores/accounts/accounts';

interface Mailed {
  /** The latest mails of a person, the last one first, each with its notifications. */
  readonly mails: readonly { readonly job: string; readonly ids: readonly string[] }[];
}

/** Enough for repeated attempts: a failed mail is retried within hours. */
const keptMails = 30;
const keptIds = 2_000;

function shortened(mails: Mailed['mails']): Mailed['mails'] {
  let ids = 0;
  return mails.slice(0, keptMails).filter((mail) => {
    ids += mail.ids.length;
    return ids <= keptIds;
  });
}

/** The notifications in each mail, so that each is mailed once, and a repeated attempt sends the same. */
@Injectable()
export class MailedNotifications {
  constructor(@Inject(ACCOUNTS) private readonly accounts: Accounts) {}

  /**
   * Returns the notifications of a mail: those that its first attempt chose, or else the candidates that are in no
   * other mail.
   * @param job the mail's own id
   */
  async claim(userId: number, job: string, candidates: () => Promise<readonly string[]>): Promise<readonly string[]> {
    return changeRecord<Mailed, readonly string[]>(this.accounts, 'mailed', String(userId), async (record) => {
      const mails = record?.mails ?? [];
      const known = mails.find((mail) => mail.job === job);
      if (known) return { answer: known.ids };
      const told = new Set(mails.flatMap((mail) => mail.ids));
      const ids = (await candidates()).filter((one) => !told.has(one));
      if (ids.length === 0) return { answer: [] };
      return {
        next: { mails: shortened([{ job, ids }, ...mails]) },
        keys: { refs: [`person:${userId}`] },
        answer: ids,
      };
    });
  }
}
