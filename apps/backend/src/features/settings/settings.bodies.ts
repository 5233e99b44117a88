import { installationBodies } from '@gos/domain';
import { Body } from '../../http/body-class';

/** Body class for Nest; the class name is the schema name in OpenAPI. */
export class ChangeSettingsDto extends Body(installationBodies.changeSettings) {}
