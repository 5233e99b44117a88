import { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import { ActiveReadModels } from '../../backend/src/engine/projections/active-read-models';
import { Sessions } from '../../backend/src/entities/session/sessions';
import { People } from '../../backend/src/entities/user/people';
import { Clock } from '../../backend/src/kernel/clock';
import { Peers } from '../../backend/src/stores/broadcast/peers';
import { configOf, withPorts } from './ports';

/** Signs people in without their passwords, while the installation is stopped: the Cookie header of each. */
export function signIn({ folder, people }: { folder: string; people: number }): Promise<Map<number, string>> {
  return withPorts(folder, async ({ context, accounts }) => {
    const sessions = new Sessions(
      accounts,
      configOf(folder),
      new Clock(),
      context.get(ActiveReadModels),
      context.get(CommandRunner),
      context.get(Peers),
      context.get(People),
    );
    const signedIn = Array.from({ length: people }, async (_, index) => {
      const { accessToken } = await sessions.start(index + 1, 'bench');
      return [index + 1, `accessToken=${accessToken}`] as const;
    });
    return new Map(await Promise.all(signedIn));
  });
}
