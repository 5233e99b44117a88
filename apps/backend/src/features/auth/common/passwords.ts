import { randomBytes } from 'node:crypto';
import { codePoints, limits, normalPassword, refuse, refuseField } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import argon2 from 'argon2';
import { CONFIG, type Config } from '../../../kernel/config';
import { Refused } from '../../../kernel/refused';
import { FairQueue, type Turn } from './fair-queue';

/** Each hash occupies 19 MiB and one of libuv's four threads, which file system calls need too. */
const rules = { atOnce: 2, mostInLine: 128, mostWaiting: 1_024 } as const;
const busySeconds = 5;
const noRoom = () => new Refused(refuse('request.rate-limited'), undefined, busySeconds);

/** The turn of passwords that an operator or a signed-in person sets. */
const ours: Turn = { line: 'ours', rank: 0 };

let commonPasswords: Promise<ReadonlySet<string>> | null = null;

/** Some 18,000 that are long enough. They take 30 ms and 3 MB, so they are read when a person first chooses a password. */
async function loadedCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((one) => codePoints(one) >= limits.password.min));
}

/** Whether a password is one of those that are guessed first, in upper or lower case. */
async function isCommon(password: string): Promise<boolean> {
  commonPasswords ??= loadedCommonPasswords();
  return (await commonPasswords).has(normalPassword(password).toLowerCase());
}

interface Watch {
  begins?(): void;
  ends?(right: boolean): void;
}

/**
 * Returns a random hash of the configured cost, which is verified where there is no account, so that the check takes
 * equally long.
 */
function hashOfNone({ memoryCost, timeCost, parallelism }: Config['passwordCost']): string {
  const [salt, hash] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`;
}

/** Hashes and verifies passwords, a few at a time, which bounds memory; further calls wait for their turn. */
@Injectable()
export class Passwords {
  private readonly turns = new FairQueue(rules, noRoom);
  private readonly cost: Config['passwordCost'];
  private readonly nobodys: string;

  constructor(@Inject(CONFIG) { passwordCost }: Pick<Config, 'passwordCost'>) {
    this.cost = passwordCost;
    this.nobodys = hashOfNone(passwordCost);
  }

  /** @throws Refused when too many wait */
  hash(password: string, turn = ours): Promise<string> {
    return this.turns.run(turn, () => argon2.hash(normalPassword(password), { ...this.cost, type: argon2.argon2id }));
  }

  /**
   * Returns the hash of a chosen password.
   * @throws Refused when too many wait, and for the field `password` when it is one of the commonest
   */
  async hashChosen(password: string, turn = ours): Promise<string> {
    if (await isCommon(password)) throw new Refused(refuseField('password', 'auth.password.common'));
    return this.hash(password, turn);
  }

  /**
   * Takes equally long without a hash, so that timing does not reveal which accounts exist.
   * @param watch called when the turn has come (an exception rejects the call) and with the result, before the next
   * turn begins
   * @throws Refused when too many wait
   */
  verify(hash: string | null, password: string, turn = ours, watch: Watch = {}): Promise<boolean> {
    return this.turns.run(turn, async () => {
      watch.begins?.();
      const normalized = normalPassword(password);
      const tooLong = codePoints(normalized) > limits.password.max;
      const right = await argon2.verify(hash ?? this.nobodys, tooLong ? '' : normalized);
      const is = right && hash !== null && !tooLong;
      watch.ends?.(is);
      return is;
    });
  }

  /** Whether the hash was made with parameters other than the present ones. */
  isOutdated(hash: string): boolean {
    return argon2.needsRehash(hash, this.cost);
  }
}
