import { type ReplayCards, type ReplayFrames, type ReplayStart, replayOperations } from '@gos/contract';
import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Replay } from './replay';

const ProjectId = idParam('project.not-found');
type Reader = SignedIn['actor'];
type Raw = Record<string, unknown>;

@ApiTags('activity')
@Controller()
export class ReplayController {
  constructor(private readonly replay: Replay) {}

  @Serves(replayOperations.start, 'The days with changes of a project or a board')
  start(@Param('id', ProjectId) projectId: number, @Query() raw: Raw, @Me() me: Reader): Promise<ReplayStart> {
    return this.replay.start(projectId, raw, me);
  }

  @Serves(replayOperations.cards, 'The boards and cards of a project as of a moment, cards by number')
  cards(@Param('id', ProjectId) projectId: number, @Query() raw: Raw, @Me() me: Reader): Promise<ReplayCards> {
    return this.replay.cards(projectId, raw, me);
  }

  @Serves(replayOperations.frames, 'The changes of the cards and boards of a project, in the order of the log')
  frames(@Param('id', ProjectId) projectId: number, @Query() raw: Raw, @Me() me: Reader): Promise<ReplayFrames> {
    return this.replay.frames(projectId, raw, me);
  }
}
