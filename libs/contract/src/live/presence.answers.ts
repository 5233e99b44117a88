import { planTypes, type TypeOf } from '@gos/domain';
import { choice, described, instant, orNull } from '@gos/domain/kernel/shape';
import { answer, page, person } from '../kernel/answer';
import { workedTask } from '../work/work.answers';

/** working: work is running, connected or not; idle: nobody has moved for five minutes; away: not connected. */
const presenceStates = ['connected', 'working', 'idle', 'away'] as const;

const item = answer('Presence', {
  user: person,
  state: choice(presenceStates),
  since: described(instant, { description: 'of the state; of who is away, when they were last seen' }),
  task: described(orNull(workedTask), { description: 'what they work on; both parts are null where it is hidden' }),
  plan: described(orNull(choice(planTypes)), {
    description: 'for now, else for later today; null: not scheduled today',
  }),
});
export type PresenceItem = TypeOf<typeof item>;

export const presenceAnswers = { list: page(item) };
