import { randomUUID } from 'node:crypto';
import type { Broadcast } from '../../stores/broadcast/broadcast';
import type { ReportLine } from './operation-report';

const channel = 'operations';

interface Asked {
  readonly kind: 'asked';
  readonly id: string;
  readonly operation: string;
  readonly args: readonly string[];
}

interface Answer {
  readonly kind: 'said' | 'ended';
  readonly id: string;
  /** Id of the answering process. The first one counts, should two processes believe that they lead. */
  readonly from: string;
  /** Number of the answer, from 0. */
  readonly n: number;
  /** Null is a heartbeat: the operation is still running. */
  readonly line: string | null;
  readonly fine: boolean;
}

export interface RemoteOperationTimes {
  /** Milliseconds until a request without an answer counts as unheard, and until a silent answerer counts as gone. */
  readonly answerMs: number;
  readonly silenceMs: number;
  /** Interval in milliseconds of repeated requests and of heartbeats. */
  readonly againMs: number;
}

const usualTimes: RemoteOperationTimes = { answerMs: 4_000, silenceMs: 15_000, againMs: 500 };
/** Limit of the lines of one operation that are broadcast; the next one limits the characters of a line. */
const maxLines = 1_000;
const maxCharacters = 2_000;
/** Results kept for requesters that missed them. */
const maxRemembered = 100;

/** Operations that one process lets another one run: the leading process answers line by line. */
export class RemoteOperations {
  private readonly self = randomUUID();

  constructor(
    private readonly broadcast: Broadcast,
    private readonly times: RemoteOperationTimes = usualTimes,
  ) {}

  /**
   * The result of the operation: successful or not; null when no process answered.
   * @throws Error when the answering process fell silent
   */
  ask(operation: string, args: readonly string[], report: ReportLine): Promise<boolean | null> {
    const { answerMs, silenceMs, againMs } = this.times;
    const asked: Asked = { kind: 'asked', id: randomUUID(), operation, args };
    const publish = () => void this.broadcast.publish(channel, asked).catch(() => {});
    return new Promise<boolean | null>((resolve, reject) => {
      let from: string | null = null;
      let next = 0;
      let heard = performance.now();
      const settle = (how: () => void) => {
        clearInterval(timer);
        stop();
        how();
      };
      const stop = this.broadcast.subscribe(channel, (message) => {
        const answer = message as Answer | Asked;
        if (answer.kind === 'asked' || answer.id !== asked.id) return;
        from ??= answer.from;
        if (answer.from !== from || answer.n < next) return;
        if (answer.n > next) report('(some lines were lost on the way)');
        heard = performance.now();
        next = answer.n + 1;
        if (answer.kind === 'ended') settle(() => resolve(answer.fine));
        else if (answer.line !== null) report(answer.line);
      });
      const timer = setInterval(() => {
        const silent = performance.now() - heard;
        if (from === null && silent > answerMs) settle(() => resolve(null));
        else if (silent > silenceMs) settle(() => reject(new Error(fellSilent)));
        else if (from === null || silent > 3 * againMs) publish();
      }, againMs);
      publish();
    });
  }

  /** Answers the operations that `mayAnswer` accepts. Returns a function that stops it. */
  answer(
    mayAnswer: (operation: string) => boolean,
    run: (operation: string, args: readonly string[], report: ReportLine) => Promise<boolean>,
  ): () => void {
    /** The requests seen so far, each with its final answer once there is one. */
    const known = new Map<string, Answer | null>();
    return this.broadcast.subscribe(channel, (message) => {
      const asked = message as Asked | Answer;
      if (asked.kind !== 'asked') return;
      const ending = known.get(asked.id);
      if (ending) void this.publish(ending);
      if (ending !== undefined || !mayAnswer(asked.operation)) return;
      known.set(asked.id, null);
      if (known.size > maxRemembered) known.delete(known.keys().next().value!);
      void this.work(asked, run).then((ended) => known.set(asked.id, ended));
    });
  }

  private async work({ id, operation, args }: Asked, run: Parameters<RemoteOperations['answer']>[1]): Promise<Answer> {
    let n = 0;
    const tell = (line: string | null) =>
      void this.publish({ kind: 'said', id, from: this.self, n: n++, line, fine: false });
    let lines = 0;
    const say = (line: string) => {
      if (++lines <= maxLines) tell(line.slice(0, maxCharacters));
      else if (lines === maxLines + 1) tell('(there is more, which is not told)');
    };
    tell(null);
    const alive = setInterval(() => tell(null), 2 * this.times.againMs);
    let fine = false;
    try {
      fine = await run(operation, args, say);
    } catch (error) {
      tell((error as Error).message.slice(0, maxCharacters));
    }
    clearInterval(alive);
    const ended: Answer = { kind: 'ended', id, from: this.self, n, line: null, fine };
    await this.publish(ended);
    return ended;
  }

  private publish(answer: Answer): Promise<void> {
    return this.broadcast.publish(channel, answer).catch(() => {});
  }
}

const fellSilent =
  'The leading process no longer answers. The operation may continue, or have ended with it: check with "lag", then try again.';
