import type { ServerResponse } from 'node:http';
import { limits, refuse } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { Refused } from '../kernel/refused';

interface Line {
  running: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  begin(): void;
}

const tooManyRequests = () => new Refused(refuse('limit.requests', { params: limits.requests }), undefined, 1);

/**
 * Limits how many requests of one person run at once in a process. Further ones wait in line, and when the line is full
 * they are refused, so that a person with many requests takes no more than one share.
 */
@Injectable()
export class RequestTurns {
  private readonly lines = new Map<number, Line>();

  /**
   * Resolves once the request may run, with the function that ends its turn. The turn also ends when the answer is sent
   * or the client is gone.
   * @throws Refused `limit.requests`
   */
  async take(personId: number, answer: ServerResponse): Promise<() => void> {
    const line = this.lines.get(personId) ?? { running: 0, waiting: [] };
    this.lines.set(personId, line);
    if (line.running >= limits.requests.atOnce) await this.wait(line, answer);
    else line.running++;
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      this.next(personId, line);
    };
    answer.once('close', end);
    if (answer.destroyed || answer.closed) end();
    return end;
  }

  private wait(line: Line, answer: ServerResponse): Promise<void> {
    if (line.waiting.length >= limits.requests.waiting) throw tooManyRequests();
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        reject(tooManyRequests());
      };
      const waiting = {
        begin() {
          answer.off('close', leave);
          resolve();
        },
      };
      line.waiting.push(waiting);
      answer.once('close', leave);
    });
  }

  /** Gives the turn to the request that has waited longest. */
  private next(personId: number, line: Line): void {
    const next = line.waiting.shift();
    if (next) next.begin();
    else if (--line.running === 0) this.lines.delete(personId);
  }
}
