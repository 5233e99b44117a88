import { webhookOperations } from '@gos/contract';
import { Controller, Param, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { mostBody, TakesRawBody } from '../../http/body-limits';
import { Public } from '../../http/public-route';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { IncomingDeliveries } from './incoming/incoming-deliveries';

/** Where hosts deliver: without a session, by signature. */
@ApiTags('webhooks')
@Controller()
export class HooksController {
  constructor(private readonly incoming: IncomingDeliveries) {}

  @Public({ fromAnywhere: true })
  @TakesRawBody(mostBody)
  @ApiBody({
    schema: {
      type: 'object',
      additionalProperties: true,
      description: 'As GitHub, GitLab, Gitea or Standard Webhooks send it',
    },
  })
  @Serves(webhookOperations.take, 'Take a delivery of GitHub, GitLab, Gitea or a sender of Standard Webhooks')
  async take(@Param('webhookId', idParam('webhook.not-found')) webhookId: number, @Req() request: FastifyRequest) {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return { id: await this.incoming.take(webhookId, request.headers, body) };
  }
}
