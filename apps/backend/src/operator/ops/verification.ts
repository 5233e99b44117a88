import { Inject, Injectable } from '@nestjs/common';
import { Projections } from '../../engine/projections/projections';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { LogProofOperations } from './log-proof';
import type { ReportLine } from './operation-report';
import { type FoundAt, verifyLog } from './verify-log';
import { PartsVerification } from './verify-parts';

const mostNamed = 100;

/** Something that does not fit. */
export interface Finding {
  /** Chains of events; tree and checkpoints; documents of read models; accounts, files and secrets. */
  readonly part: 'log' | 'tree' | 'documents' | 'installation';
  /** The event that does not fit, where it is one. */
  readonly event: FoundAt | null;
  /** A sentence for an operator. */
  readonly text: string;
}

export interface VerificationListener {
  readonly found: (finding: Finding) => void;
  /** Called after each batch of events with its size; the next one waits for it. */
  readonly checked: (events: number) => void | Promise<void>;
  /** Called with the summary of a step. */
  readonly said: ReportLine;
  /** Called when the documents are compared next. */
  readonly comparing?: () => void;
}

/** Checks the whole installation: chains, tree, checkpoints, read models, and the parts that the log refers to. */
@Injectable()
export class Verification {
  constructor(
    private readonly projections: Projections,
    private readonly proof: LogProofOperations,
    private readonly parts: PartsVerification,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /**
   * Ends after the log when it was altered: documents that follow from it prove nothing then.
   * @param elsewhere a checkpoint that was kept elsewhere, as a signed note
   * @returns the number of events and checkpoints that were checked
   */
  async run(
    elsewhere: string | null,
    { found, checked: onChecked, said, comparing }: VerificationListener,
  ): Promise<{ ok: boolean; checked: number; checkpoints: number }> {
    let misfits = 0;
    const tree = await this.proof.check(elsewhere, (text, event) => {
      misfits++;
      found({ part: 'tree', event: event ?? null, text });
    });
    const { checked, errors } = await verifyLog(
      this.log,
      (text, event) => found({ part: 'log', event: event ?? null, text }),
      async (events) => {
        for (const event of events) await tree.take(event);
        await onChecked(events.length);
      },
    );
    const checkpoints = tree.end();
    said(`${checked} events checked, ${errors.length} altered`);
    said(`${checkpoints} checkpoints compared, ${misfits} misfits of tree and checkpoints`);
    if (errors.length > 0 || misfits > 0) return { ok: false, checked, checkpoints };
    comparing?.();
    const same = await this.compareDocuments(found, said);
    const whole = await this.parts.run((text) => found({ part: 'installation', event: null, text }));
    return { ok: same && whole, checked, checkpoints };
  }

  private async compareDocuments(found: VerificationListener['found'], said: ReportLine): Promise<boolean> {
    const { compared, different, setAside } = await this.projections.verify();
    const name = (text: string) => found({ part: 'documents', event: null, text });
    for (const { model, id } of different.slice(0, mostNamed)) name(`${model} ${id}: is not what the log makes of it`);
    for (const { model, id } of setAside.slice(0, mostNamed)) said(`${model} ${id}: is set aside and was not compared`);
    const advice = different.length > 0 ? ' (rebuild them)' : '';
    said(`${compared} documents compared, ${different.length} different${advice}`);
    if (setAside.length > 0) said(`${setAside.length} set aside: "set-aside" says why`);
    return different.length === 0;
  }
}
