import { type AvatarsAnswer, avatarContents, avatarOperations } from '@gos/contract';
import { limits, refuse } from '@gos/domain';
import { Controller, HttpStatus, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { fileOfForm } from '../../http/form-file';
import { parseQuery } from '../../http/list-query';
import { type GosRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves, ServesContent } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { UploadTurns } from '../../shared/file/upload-turns';
import { Avatars } from '../../shared/user/avatars';
import { People } from '../../shared/user/people';
import { UserAnswers } from '../../shared/user/user-answers';

const UserId = idParam('user.not-found');
type Reader = SignedIn['actor'];

@ApiTags('people')
@Controller()
export class AvatarsController {
  constructor(
    private readonly avatars: Avatars,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly turns: UploadTurns,
  ) {}

  @Serves(avatarOperations.put, "Set one's own picture, from an image of at most 2 MiB")
  async put(@Req() request: GosRequest, @Me() me: Reader): Promise<{ readonly avatarUrl: string }> {
    return this.turns.run(me.id, async () => {
      const picture = await fileOfForm(request, limits.avatar.bytes);
      return { avatarUrl: await this.avatars.put(me.id, picture) };
    });
  }

  @Serves(avatarOperations.remove, "Remove one's own picture; also when there is none")
  async remove(@Me() me: Reader): Promise<void> {
    await this.avatars.remove(me.id);
  }

  @Serves(avatarOperations.list, 'Who has a picture, of the people that one sees')
  async list(@Me() me: Reader): Promise<AvatarsAnswer> {
    const visible = await this.users.visible(me);
    return { items: this.people.avatars().filter(({ id }) => visible === null || visible.has(id)) };
  }

  @ServesContent(avatarContents.picture, 'The picture of a person, 256 × 256')
  @ApiOkResponse({ content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } }, description: 'WebP' })
  async picture(
    @Param('id', UserId) userId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
    @Req() { headers }: GosRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const { v } = parseQuery(raw, avatarContents.picture.query);
    const visible = await this.users.visible(me);
    const picture = visible === null || visible.has(userId) ? await this.avatars.of(userId) : null;
    if (!picture) throw new Refused(refuse('user.not-found'));
    const tag = `"${picture.version}"`;
    reply.header('cache-control', v === picture.version ? 'private, max-age=31536000, immutable' : 'private, no-cache');
    reply.header('etag', tag);
    reply.header('content-security-policy', "sandbox; default-src 'none'");
    if (headers['if-none-match']?.includes(tag)) {
      reply.status(HttpStatus.NOT_MODIFIED);
      return undefined;
    }
    return new StreamableFile(picture.webp, { type: 'image/webp', length: picture.webp.length });
  }
}
