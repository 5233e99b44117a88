import { choice, described, list, object, optionalOrNull, text } from '@gos/domain/kernel/shape';
import { readModels } from '@gos/projections';
import { Body } from '../../http/body';

const names = readModels.map(({ name }) => name);
const mostIds = 1_000;

const model = described(choice(names), { description: 'all of them when not given' });
const ids = described(list(text(), { max: mostIds }), {
  description: `at most ${mostIds}; all of the queue when not given`,
});

export class RebuildDto extends Body(object({ model: optionalOrNull(model) })) {}
export class DeadLettersDto extends Body(object({ ids: optionalOrNull(ids) })) {}
