import { type PersonRef, secondStepOperations } from '@gos/contract';
import { Body, Controller, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../../http/public-route';
import { Serves } from '../../../http/serves';
import { SecondStepDto } from './second-step.bodies';
import { SignInSteps } from './sign-in-steps';

/** Finishes a sign-in whose password was right; the cookie that it gave says whose. */
@ApiTags('sign-in')
@ApiHeader({ name: 'X-Requested-With', required: true, schema: { type: 'string', enum: ['gos'] } })
@Public()
@Controller()
export class SecondStepController {
  constructor(private readonly steps: SignInSteps) {}

  @Serves(secondStepOperations.options, 'What a passkey has to sign; for `navigator.credentials.get`')
  options(@Req() request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
    return this.steps.options(request);
  }

  @Serves(secondStepOperations.finish, 'Finish the sign-in by the second step')
  finish(
    @Body() body: SecondStepDto,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PersonRef> {
    return this.steps.finish(body, request, reply);
  }
}
