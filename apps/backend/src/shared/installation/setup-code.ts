import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ACCOUNTS, type Accounts, changeRecord } from '../../stores/accounts/accounts';

const kind = 'setup';
const id = 'code';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/**
 * The code that the first person needs to register from another machine. There is one for the installation, and the
 * output of its processes shows it. It is deleted once somebody has registered.
 */
@Injectable()
export class SetupCode {
  constructor(@Inject(ACCOUNTS) private readonly accounts: Accounts) {}

  /** Returns the code, the same one in every process; it is generated at the first call. */
  async code(): Promise<string> {
    return changeRecord<string, string>(this.accounts, kind, id, (known) => {
      if (known !== undefined) return { answer: known };
      const code = randomBytes(16).toString('base64url');
      return { next: code, answer: code };
    });
  }

  async isRight(given: string | null): Promise<boolean> {
    const record = await this.accounts.get<string>(kind, id);
    return given !== null && record !== undefined && timingSafeEqual(digestOf(given), digestOf(record.value));
  }

  async forget(): Promise<void> {
    await this.accounts.remove(kind, id);
  }
}
