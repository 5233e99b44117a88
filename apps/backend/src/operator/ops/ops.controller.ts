import { refuse } from '@gos/domain';
import { Body, Controller, Headers, Param, Post, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../http/public-route';
import { Refused } from '../../kernel/refused';
import { isOfRunning } from './operation-names';
import { Operations } from './operations';
import { isOpsToken } from './running';

/** The endpoint through which `npm run ops` reaches the running process, by the token in its `running.json`; for this machine only. */
@ApiExcludeController()
@Controller('ops')
@Public({ fromAnywhere: true })
export class OpsController {
  constructor(private readonly operations: Operations) {}

  @Post(':operation')
  async run(
    @Param('operation') operation: string,
    @Body() body: { readonly args?: readonly string[] } | undefined,
    @Headers('authorization') authorization: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const allowed = isOpsToken(authorization?.replace(/^Ops /, '') ?? '');
    if (!allowed || !isOfRunning(operation)) throw new Refused(refuse('request.not-found'));
    reply.raw.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    const say = (line: string) => void reply.raw.write(`${line}\n`);
    try {
      const fine = await this.operations.run(operation, body?.args ?? [], say);
      reply.raw.end(fine ? 'done\n' : 'failed\n');
    } catch (error) {
      reply.raw.end(`${(error as Error).message}\nfailed\n`);
    }
  }
}
