import { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import { ActiveReadModels } from '../../backend/src/engine/projections/active-read-models';
import { InstallationSettings } from '../../backend/src/entities/installation/settings';
import { Sessions } from '../../backend/src/entities/session/sessions';
import { People } from '../../backend/src/entities/user/people';
import { SecondSteps } from '../../backend/src/entities/user/second-steps';
import { Clock } from '../../backend/src/kernel/clock';
import { BROADCAST } from '../../backend/src/stores/broadcast/broadcast';
import { Peers } from '../../backend/src/stores/broadcast/peers';
import { configOf, withPorts } from './ports';

/** Signs people in without their passwords, while the installation is stopped: the Cookie header of each. */
export function signIn({ folder, people }: { folder: string; people: number }): Promise<Map<number, string>> {
  return withPorts(folder, async ({ context, accounts }) => {
    const [config, clock, runner, peers] = [
      configOf(folder),
      new Clock(),
      context.get(CommandRunner),
      context.get(Peers),
    ] as const;
    const settings = new InstallationSettings(runner, context.get(BROADCAST), config);
    const directory = new People(accounts, peers);
    const secondSteps = new SecondSteps(accounts, config, clock, settings, directory, peers);
    const readModels = context.get(ActiveReadModels);
    const sessions = new Sessions(accounts, config, clock, readModels, runner, peers, directory, secondSteps);
    const signedIn = Array.from({ length: people }, async (_, index) => {
      const { accessToken } = await sessions.start(index + 1, 'bench');
      return [index + 1, `accessToken=${accessToken}`] as const;
    });
    return new Map(await Promise.all(signedIn));
  });
}
