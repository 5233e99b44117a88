import { Injectable } from '@nestjs/common';
import { InstallationSettings } from '../../shared/installation/settings';
import { SetupCode } from '../../shared/installation/setup-code';

/** How the first person gets in. */
@Injectable()
export class FirstPerson {
  constructor(
    private readonly settings: InstallationSettings,
    private readonly setup: SetupCode,
  ) {}

  /**
   * The address at which the first person registers from anywhere; null once somebody has, and then the code is gone.
   * @param address of the installation
   */
  async invitation(address: string): Promise<string | null> {
    if (!this.settings.isFounded) return `${address}/register?setup=${await this.setup.code()}`;
    await this.setup.forget();
    return null;
  }
}
