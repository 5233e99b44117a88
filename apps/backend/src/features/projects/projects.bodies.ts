import { projectBodies } from '@gos/domain';
import { optional, optionalOrNull } from '@gos/domain/kernel/shape';
import { Body } from '../../http/body-class';
import { safeHtml } from '../../http/safe-html';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class CreateProjectDto extends Body(projectBodies.create, { description: optionalOrNull(safeHtml) }) {}
export class EditProjectDto extends Body(projectBodies.edit, { description: optional(safeHtml) }) {}
