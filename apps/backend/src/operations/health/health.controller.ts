import { healthAnswers } from '@gos/contract';
import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../http/public-route';
import { Health, type Readiness } from './health';

@ApiTags('operations')
@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  @ApiOperation({ summary: 'The process answers' })
  @ApiOkResponse({ schema: healthAnswers.live.schema })
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'The process can do its work: its stores answer and the documents have caught up' })
  @ApiOkResponse({ schema: healthAnswers.ready.schema })
  @ApiServiceUnavailableResponse({
    description: 'Not yet, or not now; what hinders it',
    schema: healthAnswers.ready.schema,
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.health.ready();
    if (readiness.status !== 'ok') reply.status(HttpStatus.SERVICE_UNAVAILABLE).header('retry-after', '1');
    return readiness;
  }
}
