import { healthOperations, type Readiness } from '@gos/contract';
import { Controller, HttpStatus, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../http/public-route';
import { Serves } from '../../http/serves';
import { Health } from './health';

@ApiTags('operations')
@Controller()
@Public()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Serves(healthOperations.live, 'The process answers')
  live(): { readonly status: 'ok' } {
    return { status: 'ok' };
  }

  @Serves(healthOperations.ready, 'The process can do its work: its stores answer and the documents have caught up')
  @ApiServiceUnavailableResponse({
    description: 'Not yet, or not now; what hinders it',
    schema: healthOperations.ready.answer.schema,
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.health.ready();
    if (readiness.status === 'unavailable') reply.status(HttpStatus.SERVICE_UNAVAILABLE).header('retry-after', '1');
    return readiness;
  }
}
