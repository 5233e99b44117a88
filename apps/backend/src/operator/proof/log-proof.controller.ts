import {
  type LogCheckpoint,
  type LogKey,
  type LogVerification,
  logContents,
  logOperations,
  type Page,
} from '@gos/contract';
import { refuse } from '@gos/domain';
import { seesAll } from '@gos/projections';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Injectable,
  Param,
  Query,
  Res,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { ApiForbiddenResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Checkpoints } from '../../engine/proof/checkpoints';
import { LogKeys } from '../../engine/proof/log-keys';
import { LogTree } from '../../engine/proof/log-tree';
import { encodeEntries, parseTilePath, type TileId, tileWidth } from '../../engine/proof/tiles';
import { parseListQuery, parseQuery, skipOf } from '../../http/list-query';
import { LongDownloads } from '../../http/long-download';
import { type GosRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves, ServesContent } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { LogExcerpts } from './log-excerpts';
import { LogVerifications } from './log-verifications';

/** Allows people who may see the whole history; runs after the guard that identifies the person. */
@Injectable()
class AuditorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { signedIn } = context.switchToHttp().getRequest<GosRequest>();
    if (!signedIn) throw new Refused(refuse('auth.required'));
    if (!seesAll(signedIn.actor)) throw new Refused(refuse('user.forbidden'));
    return true;
  }
}

const missing = () => new Refused(refuse('request.not-found'));
const bytes = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const;
const tileSummary = 'A tile of the tree over the event log: C2SP tlog-tiles (auditors, admins)';

@ApiTags('operations')
@ApiForbiddenResponse({ description: 'For auditors and admins only' })
@Controller()
@UseGuards(AuditorsOnly)
export class LogProofController {
  private readonly downloads = new LongDownloads();

  constructor(
    private readonly tree: LogTree,
    private readonly kept: Checkpoints,
    private readonly logKeys: LogKeys,
    private readonly excerpts: LogExcerpts,
    private readonly verifications: LogVerifications,
  ) {}

  @Serves(logOperations.checkpoints, 'The signed checkpoints of the event log, the newest first (auditors, admins)')
  async checkpoints(@Query() raw: Record<string, unknown>): Promise<Page<LogCheckpoint>> {
    const query = parseListQuery(raw, logOperations.checkpoints.query);
    const { page, pageSize } = query;
    const [found, total] = await Promise.all([this.kept.page(skipOf(query)), this.kept.count()]);
    return { items: found.map(({ size, at, note }) => ({ size, at, note })), total, page, pageSize };
  }

  @Serves(logOperations.keys, 'The public keys that sign checkpoints, former ones too (auditors, admins)')
  async keys(): Promise<{ items: LogKey[] }> {
    return { items: await this.logKeys.published() };
  }

  @Serves(logOperations.verification, 'The running or last verification of the installation (auditors, admins)')
  async verification(): Promise<{ last: LogVerification | null }> {
    return { last: await this.verifications.last() };
  }

  @Serves(
    logOperations.verify,
    'Verify chains, tree, checkpoints and read models in the background, or join the running verification (auditors, admins)',
  )
  verify(): Promise<LogVerification> {
    return this.verifications.start();
  }

  @Serves(logOperations.verifyActivity, 'The same, answered when it has ended (auditors, admins)')
  async verifyActivity(): Promise<{ ok: boolean; checked: number; errors: string[] }> {
    await this.verifications.start();
    const { state, ok, checked, findings } = await this.verifications.ended();
    const errors = findings.map(({ text }) => text);
    const unfinished = 'The verification could not be finished: the log of the process that ran it gives the reason';
    return { ok, checked, errors: state === 'failed' ? [...errors, unfinished] : errors };
  }

  @ServesContent(logContents.checkpoint, 'The newest checkpoint: C2SP tlog-checkpoint (auditors, admins)')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } }, description: 'A signed note' })
  async checkpoint(@Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const latest = await this.kept.latest();
    if (!latest) throw missing();
    reply.header('cache-control', 'private, no-cache');
    return new StreamableFile(Buffer.from(latest.note), { type: 'text/plain; charset=utf-8' });
  }

  @ServesContent(
    logContents.proof,
    'Events of the log with proofs that a checkpoint covers them, for verify.mjs (auditors, admins); one at a time',
  )
  @ApiOkResponse({ schema: logContents.proof.answer.schema })
  async proof(
    @Query() raw: Record<string, unknown>,
    @Me() me: SignedIn['actor'],
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const excerpt = parseQuery(raw, logContents.proof.query);
    return this.downloads.send(me.id, reply, {
      filename: 'gos-log-proof.json',
      begin: async () => {
        const text = await this.excerpts.begin(excerpt);
        if (!text) throw missing();
        return text;
      },
    });
  }

  @ServesContent(logContents.tile, tileSummary)
  @ApiOkResponse({ content: bytes, description: 'Hashes of 32 bytes, or entries' })
  tile(@Param('level') level: string, @Param('first') first: string): Promise<StreamableFile> {
    return this.content(level, first);
  }

  @ServesContent(logContents.secondTile, tileSummary)
  @ApiOkResponse({ content: bytes, description: 'Hashes of 32 bytes, or entries' })
  secondTile(
    @Param('level') level: string,
    @Param('first') first: string,
    @Param('second') second: string,
  ): Promise<StreamableFile> {
    return this.content(level, first, second);
  }

  @ServesContent(logContents.thirdTile, tileSummary)
  @ApiOkResponse({ content: bytes, description: 'Hashes of 32 bytes, or entries' })
  thirdTile(
    @Param('level') level: string,
    @Param('first') first: string,
    @Param('second') second: string,
    @Param('third') third: string,
  ): Promise<StreamableFile> {
    return this.content(level, first, second, third);
  }

  private async content(...path: readonly string[]): Promise<StreamableFile> {
    const tile = parseTilePath(path.join('/'));
    const found = tile && (await this.tileOf(tile));
    if (!found) throw missing();
    return new StreamableFile(found, { type: 'application/octet-stream' });
  }

  private async tileOf({ level, index, width }: TileId): Promise<Buffer | null> {
    const state = await this.tree.state();
    if (!state) return null;
    if (level !== 'entries') return this.tree.tile(state, { level, index, width });
    const leaves = index * tileWidth + width <= state.size ? await this.tree.leaves(index, width) : null;
    return leaves && encodeEntries(leaves);
  }
}
