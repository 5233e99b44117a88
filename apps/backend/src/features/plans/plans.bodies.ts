import { planBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class AddPlanDto extends Body(planBodies.add) {}
export class ChangePlanDto extends Body(planBodies.change) {}
export class UndeletePlanDto extends Body(planBodies.undelete) {}
