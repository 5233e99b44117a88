import { randomBytes } from 'node:crypto';
import { codePoints, limits, refuse } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import argon2 from 'argon2';
import { CONFIG, type Config } from '../../kernel/config';
import { Refused } from '../../kernel/refused';

/** Each hash occupies 19 MiB and one of libuv's four threads, which file system calls need too. */
const maxAtOnce = 2;
const maxWaiting = 512;
const busySeconds = 5;

/** A random hash of the configured cost. It is verified where there is no account, so that the check takes equally long. */
function hashOfNone({ memoryCost, timeCost, parallelism }: Config['passwordCost']): string {
  const [salt, hash] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${hash}`;
}

/** Hashes and verifies passwords, a few at a time, which bounds memory; further calls wait in a queue. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly cost: Config['passwordCost'];
  private readonly nobodys: string;

  constructor(@Inject(CONFIG) { passwordCost }: Pick<Config, 'passwordCost'>) {
    this.cost = passwordCost;
    this.nobodys = hashOfNone(passwordCost);
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => argon2.hash(password.normalize('NFC'), { ...this.cost, type: argon2.argon2id }));
  }

  /**
   * Takes equally long without a hash, so that timing does not reveal which accounts exist.
   * @param first runs when the call leaves the queue; its exception rejects the call
   */
  verify(hash: string | null, password: string, first: () => void = () => {}): Promise<boolean> {
    return this.inTurn(async () => {
      first();
      const normalized = password.normalize('NFC');
      const tooLong = codePoints(normalized) > limits.password.max;
      const right = await argon2.verify(hash ?? this.nobodys, tooLong ? '' : normalized);
      return right && hash !== null && !tooLong;
    });
  }

  /** Whether the hash was made with other than the present parameters. */
  isOutdated(hash: string): boolean {
    return argon2.needsRehash(hash, this.cost);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < maxAtOnce) {
      this.running++;
    } else {
      if (this.waiting.length >= maxWaiting) throw new Refused(refuse('request.rate-limited'), undefined, busySeconds);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}
