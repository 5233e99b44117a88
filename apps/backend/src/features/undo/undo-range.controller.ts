import { mostInRange, type UndoPreview, type UndoRange, undoRangeOperations } from '@gos/contract';
import { Controller, Query, Body as RequestBody, UseGuards } from '@nestjs/common';
import { ApiForbiddenResponse, ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { AdminsOnly } from '../../http/admins-only';
import { Body } from '../../http/body-class';
import { Cause, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { RangePreviews } from './range-previews';
import { UndoRanges } from './undo-ranges';

class StartUndoRangeDto extends Body(undoRangeOperations.start.body) {}

type Actor = SignedIn['actor'];

@ApiTags('operations')
@ApiForbiddenResponse({ description: 'For admins only' })
@Controller()
@UseGuards(AdminsOnly)
export class UndoRangeController {
  constructor(
    private readonly previews: RangePreviews,
    private readonly ranges: UndoRanges,
  ) {}

  @Serves(
    undoRangeOperations.preview,
    `The actions of a range, newest first, each with the reason where it cannot be undone; at most ${mostInRange} (admins)`,
  )
  preview(@Query() raw: Record<string, unknown>, @Cause() sender: PersonSender): Promise<UndoPreview> {
    return this.previews.page(raw, sender);
  }

  @Serves(undoRangeOperations.last, 'The running or last undo of a range, with its report (admins)')
  async last(@Me() me: Actor): Promise<{ last: UndoRange | null }> {
    return { last: await this.ranges.last(me) };
  }

  @Serves(undoRangeOperations.start, 'Undo the actions of a range in the background, newest first (admins)')
  async start(
    @RequestBody() { filters, from, to }: StartUndoRangeDto,
    @Cause() sender: PersonSender,
  ): Promise<{ last: UndoRange | null }> {
    await this.ranges.start({ ...filters, from, to }, sender);
    return { last: await this.ranges.last(sender.actor) };
  }

  @Serves(undoRangeOperations.stop, 'Stop the running undo of a range (admins)')
  async stop(@Me() me: Actor): Promise<{ last: UndoRange | null }> {
    await this.ranges.stop();
    return { last: await this.ranges.last(me) };
  }
}
