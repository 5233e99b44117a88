import type { AdminRebuild } from '@gos/contract';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../kernel/clock';
import { Operations } from '../ops/operations';
import { Processes } from './processes';

/** Rebuilds requested on the admin page. They go on when nobody watches, in whichever process leads. */
@Injectable()
export class Rebuilds {
  private readonly logger = new Logger(Rebuilds.name);

  constructor(
    private readonly operations: Operations,
    private readonly processes: Processes,
    private readonly clock: Clock,
  ) {}

  /** @param model null is all models, one after the other */
  start(model: string | null): AdminRebuild {
    const begun: AdminRebuild = { model, state: 'running', startedAt: this.clock.instant(), endedAt: null };
    this.processes.noteRebuild(begun);
    const end = (state: 'done' | 'failed') =>
      this.processes.noteRebuild({ ...begun, state, endedAt: this.clock.instant() });
    this.operations
      .run('rebuild', model === null ? [] : [model], (line) => this.logger.log(line))
      .then((fine) => end(fine ? 'done' : 'failed'))
      .catch((error) => {
        this.logger.error(error);
        end('failed');
      });
    return begun;
  }
}
