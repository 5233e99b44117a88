import { Readable } from 'node:stream';
import { refuse } from '@gos/domain';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Refused } from '../kernel/refused';

interface Download {
  readonly filename: string;
  /** Begins the text; what it throws is answered instead of a file. */
  readonly begin: () => AsyncIterable<string> | Promise<AsyncIterable<string>>;
}

/** JSON files that read the whole log while they are sent: a person gets one at a time. */
export class LongDownloads {
  private readonly busy = new Set<number>();

  /** @throws Refused with `request.rate-limited` while the person's previous one is being sent */
  async send(personId: number, reply: FastifyReply, { filename, begin }: Download): Promise<StreamableFile> {
    if (this.busy.has(personId)) throw new Refused(refuse('request.rate-limited'));
    this.busy.add(personId);
    const end = () => this.busy.delete(personId);
    try {
      const stream = Readable.from(await begin(), { objectMode: false });
      stream.once('close', end);
      reply.header('cache-control', 'private, no-store');
      const disposition = `attachment; filename="${filename}"`;
      return new StreamableFile(stream, { type: 'application/json; charset=utf-8', disposition });
    } catch (error) {
      end();
      throw error;
    }
  }
}
