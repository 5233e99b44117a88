import { ssoBodies } from '@gos/domain';
import { Body } from '../../../http/body-class';

export class SsoCallbackDto extends Body(ssoBodies.callback) {}
export class SsoLinkDto extends Body(ssoBodies.link) {}
export class ConnectIdentityDto extends Body(ssoBodies.connect) {}
