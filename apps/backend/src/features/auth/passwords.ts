import { randomBytes } from 'node:crypto';
import { codePoints, limits, refuse } from '@gos/domain';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import argon2 from 'argon2';
import { Refused } from '../../kernel/refused';

/** argon2id as recommended by OWASP: `memoryCost` in KiB (19 MiB), two passes. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each hash occupies 19 MiB and one of libuv's four threads, which file system calls need too. */
const mostAtOnce = 2;
const mostWaiting = 512;
const busySeconds = 5;

/** Hashes and verifies passwords, a few at a time, which bounds memory; further calls wait in a queue. */
@Injectable()
export class Passwords implements OnModuleInit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private nobodys: string;

  async onModuleInit(): Promise<void> {
    this.nobodys = await this.hash(randomBytes(32).toString('base64'));
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => argon2.hash(password.normalize('NFC'), { ...parameters, type: argon2.argon2id }));
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
    return argon2.needsRehash(hash, parameters);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running < mostAtOnce) {
      this.running++;
    } else {
      if (this.waiting.length >= mostWaiting) throw new Refused(refuse('request.rate-limited'), undefined, busySeconds);
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
