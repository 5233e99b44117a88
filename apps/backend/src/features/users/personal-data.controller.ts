import { userOperations } from '@gos/contract';
import { refuse } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Controller, Param, Res, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { LongDownloads } from '../../http/long-download';
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
  private readonly downloads = new LongDownloads();

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
    return this.downloads.send(me.id, reply, {
      filename: `gos-person-${userId}.json`,
      begin: () => {
        this.log.write('person.exported', { person: userId });
        return this.exported.textOf(document);
      },
    });
  }
}
