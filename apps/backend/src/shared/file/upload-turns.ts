import { limits, refuse } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { Refused } from '../../kernel/refused';

const retryAfterSeconds = 5;

/**
 * Limits the uploads that a process receives from one person at once; a further one is refused before its body is read.
 */
@Injectable()
export class UploadTurns {
  private readonly receiving = new Map<number, number>();

  /** @throws Refused `limit.uploads` */
  async run<T>(personId: number, receive: () => Promise<T>): Promise<T> {
    const { atOnce } = limits.uploads;
    const count = this.receiving.get(personId) ?? 0;
    if (count >= atOnce)
      throw new Refused(refuse('limit.uploads', { params: { atOnce } }), undefined, retryAfterSeconds);
    this.receiving.set(personId, count + 1);
    try {
      return await receive();
    } finally {
      const left = this.receiving.get(personId)! - 1;
      if (left > 0) this.receiving.set(personId, left);
      else this.receiving.delete(personId);
    }
  }
}
