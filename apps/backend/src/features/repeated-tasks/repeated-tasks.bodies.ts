import { repeatedTaskBodies, templateFieldShapes } from '@gos/domain';
import { component, object, optional, optionalOrNull } from '@gos/domain/kernel/shape';
import { Body } from '../../http/body-class';
import { safeHtml } from '../../http/safe-html';

const template = component(
  'RepeatedTaskTemplateDto',
  object({ ...templateFieldShapes, description: optionalOrNull(safeHtml) }),
);

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class CreateRepeatedTaskDto extends Body(repeatedTaskBodies.create, { template: optional(template) }) {}
export class EditRepeatedTaskDto extends Body(repeatedTaskBodies.edit, { template: optional(template) }) {}
