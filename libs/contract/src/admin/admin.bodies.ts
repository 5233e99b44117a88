import { described, list, object, optionalOrNull, text } from '@gos/domain/kernel/shape';

const maxIds = 1_000;

/** A read model's name; the back end knows which there are. */
const model = described(text(), { description: 'all of them when not given' });
const ids = described(list(text(), { max: maxIds }), {
  description: `at most ${maxIds}; all of the queue when not given`,
});
const eventIds = described(list(text(), { max: maxIds }), { description: `at most ${maxIds}; all when not given` });

export const adminBodies = {
  rebuild: object({ model: optionalOrNull(model) }),
  deadLetters: object({ ids: optionalOrNull(ids) }),
  setAsideEvents: object({ ids: optionalOrNull(eventIds) }),
};
