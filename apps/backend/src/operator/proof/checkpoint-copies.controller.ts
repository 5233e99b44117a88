import { type CheckpointCopy, checkpointCopiesBody, logOperations } from '@gos/contract';
import { Controller, Body as ReadBody, UseGuards } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import { AdminsOnly } from '../../http/admins-only';
import { Body } from '../../http/body-class';
import { Serves } from '../../http/serves';
import { CheckpointCopies } from './checkpoint-copies';

class CheckpointCopiesDto extends Body(checkpointCopiesBody) {}

interface Shown {
  items: CheckpointCopy[];
  secret: string | null;
}

@ApiTags('operations')
@ApiForbiddenResponse({ description: 'For admins only' })
@Controller()
@UseGuards(AdminsOnly)
export class CheckpointCopiesController {
  constructor(private readonly copies: CheckpointCopies) {}

  @Serves(logOperations.copies, 'The addresses that receive each checkpoint of the log (admins)')
  async list(): Promise<Shown> {
    return { items: await this.copies.list(), secret: null };
  }

  @Serves(logOperations.changeCopies, 'Set the addresses that receive each checkpoint of the log (admins)')
  async change(@ReadBody() { emails, webhookUrl }: CheckpointCopiesDto): Promise<Shown> {
    const secret = await this.copies.change({ emails, webhookUrl });
    return { items: await this.copies.list(), secret };
  }
}
