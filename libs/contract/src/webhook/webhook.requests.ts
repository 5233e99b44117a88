import { years } from '@gos/domain';
import { described, instantWithin, object, optionalOrNull } from '@gos/domain/kernel/shape';

/** Bodies of requests that are no commands: they append no events. */
export const webhookRequests = {
  replay: object({
    since: optionalOrNull(
      described(instantWithin(years.calendar), { description: 'Without it, all that ever happened in the project' }),
    ),
  }),
};
