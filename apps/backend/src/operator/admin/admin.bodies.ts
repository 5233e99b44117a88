import { adminBodies } from '@gos/contract';
import { choice, described, optionalOrNull } from '@gos/domain/kernel/shape';
import { readModels } from '@gos/projections';
import { Body } from '../../http/body-class';

const { description } = adminBodies.rebuild.fields.model.schema;
const model = described(choice(readModels.map(({ name }) => name)), { description });

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class RebuildDto extends Body(adminBodies.rebuild, { model: optionalOrNull(model) }) {}
export class SetAsideEventsDto extends Body(adminBodies.setAsideEvents) {}
export class DeadLettersDto extends Body(adminBodies.deadLetters) {}
