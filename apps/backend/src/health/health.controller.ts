import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth/session.guard';
import { Projections } from '../cqrs/projections';

@ApiTags('operations')
@Controller('health')
@Public()
export class HealthController {
  constructor(private readonly projections: Projections) {}

  @Get('live')
  @ApiOperation({ summary: 'The process answers' })
  live() {
    return { status: 'ok' };
  }

  @Get('ready')
  @ApiOperation({ summary: 'The documents have caught up with the log' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { caughtUp, applied, end } = await this.projections.lag();
    if (!caughtUp) reply.status(HttpStatus.SERVICE_UNAVAILABLE).header('retry-after', '1');
    return { status: caughtUp ? 'ok' : 'catching-up', applied, end };
  }
}
