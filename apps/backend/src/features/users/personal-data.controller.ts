import { Readable } from 'node:stream';
import { userOperations } from '@gos/contract';
import { refuse } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Controller, Param, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Me, type SignedIn } from '../../http/request-context';
import { ServesContent } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { SecurityLog } from '../../observability/security-log';
import { UserAnswers } from '../../shared/user/user-answers';
import { PersonExport } from './person-export';

const UserId = idParam('user.not-found');

@ApiTags('people')
@Controller()
export class PersonalDataController {
  /** People whose export is being made: each export reads the whole log. */
  private readonly busy = new Set<number>();

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: UserAnswers,
    private readonly exported: PersonExport,
    private readonly log: SecurityLog,
  ) {}

  @ServesContent(
    userOperations.export,
    'All that is known of a person, as JSON to keep (oneself, admins); one at a time',
  )
  @ApiOkResponse({ schema: userOperations.export.answer.schema })
  async export(
    @Param('id', UserId) userId: number,
    @Me() me: SignedIn['actor'],
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const visible = await this.people.visible(me);
    const seen = visible === null || visible.has(userId);
    const document = seen ? await this.readModels.get<UserDocument>(userModel, userId) : undefined;
    if (!document) throw new Refused(refuse('user.not-found'));
    if (me.id !== userId && me.role !== 'admin') throw new Refused(refuse('user.forbidden'));
    if (this.busy.has(me.id)) throw new Refused(refuse('request.rate-limited'));
    this.busy.add(me.id);
    this.log.write('person.exported', { person: userId });
    const stream = Readable.from(this.exported.textOf(document), { objectMode: false });
    stream.once('close', () => this.busy.delete(me.id));
    reply.header('cache-control', 'private, no-store');
    return new StreamableFile(stream, {
      type: 'application/json; charset=utf-8',
      disposition: `attachment; filename="gos-person-${userId}.json"`,
    });
  }
}
