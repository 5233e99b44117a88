import { Injectable } from '@nestjs/common';

/** The only source of business time; in production it reads the system clock. */
@Injectable()
export class Clock {
  now(): number {
    return Date.now();
  }

  instant(): string {
    return new Date(this.now()).toISOString();
  }
}
