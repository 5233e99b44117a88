import { Injectable } from '@nestjs/common';

/** The one source of business time; in production the process's `Date`. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }

  instant(): string {
    return new Date(this.now()).toISOString();
  }
}
