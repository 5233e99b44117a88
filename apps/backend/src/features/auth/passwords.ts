import { randomBytes } from 'node:crypto';
import { codePoints, limits, refuse } from '@gos/domain';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import argon2 from 'argon2';
import { Refused } from '../../kernel/refused';

/** argon2id with 19 MiB and two passes, as OWASP advises; memory is in KiB. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Each takes its memory and one of the four threads on which files are synced too. */
const mostAtOnce = 2;
const mostWaiting = 512;
const busySeconds = 5;

/** Hashes and checks passwords, a few at a time: the others wait their turn, so that many at once need no more memory. */
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
   * Takes as long whether there is a hash or not.
   * @param first runs when the turn has come; what it throws is thrown
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

  /** Whether the hash was made with other parameters than today's. */
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
