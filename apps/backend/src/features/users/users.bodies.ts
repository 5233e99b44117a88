import { meOperations } from '@gos/contract';
import { userBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body classes for Nest; the class names are the schema names in OpenAPI. */
export class ChangeMeDto extends Body(userBodies.changeMe) {}
export class PreferenceDto extends Body(meOperations.setPreference.body) {}
