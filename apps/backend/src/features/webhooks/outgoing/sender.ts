import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { RefusalCode } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../kernel/config';
import { isLiterallyPrivate, isPublicAddress } from '../../../kernel/public-address';

/** Limit of the time of an attempt, and of the part of an answer that is read. */
const limitMs = 15_000;
const maxAnswerBytes = 4 * 1024;
const maxHeaderBytes = 16 * 1024;

export interface Sent {
  /** Null when nothing was answered. */
  readonly status: number | null;
  readonly ms: number;
  /** The beginning of the answer. */
  readonly answer: string | null;
  readonly retryAfter: string | null;
  /** The reason why nothing was answered. */
  readonly problem: RefusalCode | null;
}

class PrivateTarget extends Error {}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Posts to targets that anybody may have named: checked addresses only, no redirects, bounded in time and size. */
@Injectable()
export class Sender {
  /** Tests replace it. */
  resolve: Resolve = async (host) => (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'webhookAllowPrivate'>) {}

  async post(
    target: string,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    stop: AbortSignal,
  ): Promise<Sent> {
    const since = performance.now();
    const timeLimit = AbortSignal.timeout(limitMs);
    const nothing = (problem: RefusalCode) => ({ status: null, answer: null, retryAfter: null, problem });
    const sent = await this.answered(new URL(target), headers, body, AbortSignal.any([timeLimit, stop])).catch(
      (error: unknown) => {
        if (error instanceof PrivateTarget) return nothing('webhook.target-private');
        return nothing(timeLimit.aborted ? 'webhook.target.too-slow' : 'webhook.target.unreachable');
      },
    );
    return { ...sent, ms: Math.round(performance.now() - since) };
  }

  private async answered(
    url: URL,
    headers: Readonly<Record<string, string>>,
    body: Buffer,
    signal: AbortSignal,
  ): Promise<Omit<Sent, 'ms'>> {
    // A literal address is connected to without a look-up.
    if (!this.config.webhookAllowPrivate && isLiterallyPrivate(url)) throw new PrivateTarget();
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': body.length },
      // A new connection for each request: a kept connection would bypass the look-up.
      agent: false,
      lookup: this.checkedLookup(),
      maxHeaderSize: maxHeaderBytes,
      signal,
    } as const;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
      send(url, options, resolve).on('error', reject).end(body);
    });
    const { statusCode = 0, headers: answered } = response;
    return {
      status: statusCode,
      answer: await beginningOf(response),
      retryAfter: answered['retry-after'] ?? null,
      problem: null,
    };
  }

  /** Resolves the name once and passes on the checked addresses, so that the name cannot lead elsewhere afterwards. */
  private checkedLookup(): LookupFunction {
    return (host, options, callback) => {
      this.resolve(host).then(
        (addresses) => {
          const all = addresses.map((address) => ({ address, family: isIP(address) }));
          if (!this.config.webhookAllowPrivate && !addresses.every(isPublicAddress))
            return callback(new PrivateTarget(), '');
          const [first] = all;
          if (!first) return callback(new Error('The name has no address'), '');
          if (options.all) callback(null, all);
          else callback(null, first.address, first.family);
        },
        (error: Error) => callback(error, ''),
      );
    };
  }
}

/** Reads the answer until enough is read or time is up; the rest is cut off. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= maxAnswerBytes) break;
    }
  } catch {
    // The status alone counts.
  }
  response.destroy();
  return Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
}
