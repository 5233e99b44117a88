import { choice, described, flag, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf } from '../kernel/answer';

export const processRoles = ['all', 'api', 'projector', 'worker'] as const;

export const partFields = {
  part: choice(['event-log', 'read-models', 'documents', 'accounts', 'jobs', 'files']),
  ok: flag,
  needed: described(flag, { description: 'whether this process is ready only when the part is' }),
  reason: orNull(choice(['no-answer', 'unreachable', 'behind', 'not-built'])),
};

export const healthAnswers = {
  live: answer({ status: choice(['ok']) }),
  ready: answer({
    status: choice(['ok', 'unavailable']),
    role: choice(processRoles),
    applied: orNull(text()),
    end: orNull(text()),
    parts: arrayOf(answer(partFields)),
  }),
};
