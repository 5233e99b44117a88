import { Inject, Injectable } from '@nestjs/common';
import { again, retryOptimistic } from '../../../kernel/until-settled';
import { ACCOUNTS, type Accounts, KeyTaken } from '../../../stores/accounts/accounts';

interface Mailed {
  /** The latest mails of a person, the last one first: what each tells. */
  readonly mails: readonly { readonly job: string; readonly ids: readonly string[] }[];
}

/** Enough for what may still be asked about: a failed mail is tried again within hours. */
const keptMails = 30;
const keptIds = 2_000;

function shortened(mails: Mailed['mails']): Mailed['mails'] {
  let ids = 0;
  return mails.slice(0, keptMails).filter((mail) => {
    ids += mail.ids.length;
    return ids <= keptIds;
  });
}

/** Which notifications stand in which mail, so that each is mailed once, and a repeated attempt says the same. */
@Injectable()
export class MailedNotifications {
  constructor(@Inject(ACCOUNTS) private readonly accounts: Accounts) {}

  /**
   * What a mail tells: as it was decided at its first attempt, or now those of the candidates that no other mail tells.
   * @param job the mail's own id
   */
  async claim(userId: number, job: string, candidates: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const id = String(userId);
    return retryOptimistic(async () => {
      const record = await this.accounts.get<Mailed>('mailed', id);
      const mails = record?.value.mails ?? [];
      const known = mails.find((mail) => mail.job === job);
      if (known) return known.ids;
      const told = new Set(mails.flatMap((mail) => mail.ids));
      const ids = (await candidates()).filter((one) => !told.has(one));
      if (ids.length === 0) return [];
      const next: Mailed = { mails: shortened([{ job, ids }, ...mails]) };
      if (record) return (await this.accounts.replace('mailed', id, record.version, next)) ? ids : again;
      try {
        await this.accounts.insert('mailed', id, next, { refs: [`person:${userId}`] });
        return ids;
      } catch (error) {
        // Another mail to the same person was made meanwhile.
        if (!(error instanceof KeyTaken)) throw error;
        return again;
      }
    });
  }
}
