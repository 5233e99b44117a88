import { worklogBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class StartWorkDto extends Body(worklogBodies.start) {}
export class AddTimeDto extends Body(worklogBodies.add) {}
export class ChangeTimeDto extends Body(worklogBodies.change) {}
export class CloseMonthDto extends Body(worklogBodies.closeMonth) {}
export class ReopenMonthDto extends Body(worklogBodies.reopenMonth) {}
