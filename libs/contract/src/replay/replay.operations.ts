import { positionParam } from '../activity/activity.operations';
import { operations } from '../kernel/operation';
import { explained, param, wholeBetween } from '../kernel/query';
import { replayAnswers } from './replay.answers';
import { replayRoutes } from './replay.routes';

/** Events that one answer goes through, at most. */
export const replayLimit = { unasked: 200, max: 500 } as const;

const boardId = explained(param.id, 'only this board of the project');
const since = 'without it, the moment when the project or the board began';
const to = explained(param.instant, 'until this moment; one that is still ahead is the present');

export const replayOperations = operations('Replay', replayRoutes, {
  start: {
    id: 'startReplay',
    body: null,
    query: {
      own: {
        from: explained(param.instant, `as of this moment; ${since}`),
        to,
        boardId,
      },
    },
    answer: replayAnswers.start,
  },
  cards: {
    id: 'listReplayCards',
    body: null,
    query: {
      own: {
        from: explained(param.instant, `as of this moment; ${since}`),
        boardId,
        after: explained(param.id, 'continues after the task with this number'),
      },
    },
    answer: replayAnswers.cards,
  },
  frames: {
    id: 'listReplayFrames',
    body: null,
    query: {
      own: {
        from: explained(param.instant, `changes after this moment; ${since}`),
        to,
        boardId,
        cursor: explained(positionParam, 'continues after this place in the log, or before it when going back'),
        backwards: explained(param.flag, 'the last changes of the range instead of the first'),
        limit: explained(wholeBetween(1, replayLimit.max), `${replayLimit.unasked} unless said otherwise`),
      },
    },
    answer: replayAnswers.frames,
  },
});
