import { AccessChecks } from '../../backend/src/shared/session/access-checks';
import { Sessions } from '../../backend/src/shared/session/sessions';
import { withEntities } from './ports';

/** Signs people in without their passwords, while the installation is stopped; returns the Cookie header of each. */
export function signIn({ folder, people }: { folder: string; people: number }): Promise<Map<number, string>> {
  return withEntities(folder, async ({ context }) => {
    const sessions = context.get(Sessions);
    const checks = context.get(AccessChecks);
    const signedIn = Array.from({ length: people }, async (_, index) => {
      const { accessToken } = await sessions.start(await checks.begin(index + 1), 'bench');
      return [index + 1, `accessToken=${accessToken}`] as const;
    });
    return new Map(await Promise.all(signedIn));
  });
}
