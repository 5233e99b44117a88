import {
  type Installation,
  type InstallationCommand,
  type InstallationFacts,
  installationAggregate,
} from '@gos/domain';
import { CommandContextOf } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Locks } from '../../engine/coordination/locks';
import { InstallationSettings, registrationLock } from '../../shared/installation/settings';

@CommandContextOf(installationAggregate)
export class SettingsCommandContext {
  constructor(
    private readonly settings: InstallationSettings,
    private readonly locks: Locks,
  ) {}

  async facts(_: Installation | null, __: InstallationCommand, { actor }: PersonSender): Promise<InstallationFacts> {
    return { actor, locked: this.settings.locked };
  }

  /** This process has the new settings before it answers. */
  async around(
    run: () => Promise<CommandRun<Installation | null>>,
    { body }: InstallationCommand,
  ): Promise<CommandRun<Installation | null>> {
    const outcome = await ('registration' in body ? this.locks.hold(registrationLock, run) : run());
    this.settings.take(outcome.state!);
    return outcome;
  }
}
