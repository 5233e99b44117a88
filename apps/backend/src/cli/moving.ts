import type { Config } from '../kernel/config';
import { replaceSecret, secretMin } from '../kernel/secret-file';
import { Asking } from '../operations/ops/asking';
import { isAnybodyThere } from '../operations/ops/commands';
import { importFrom } from '../operations/ops/importing';
import { mustBeStopped } from '../operations/ops/preconditions';
import { OperationRefused, type Say } from '../operations/ops/say';
import { aloneInApp, withStores } from './alone';

/** Takes an export into this installation, which is stopped, and makes its read models. @throws OperationRefused */
export async function importHere(config: Config, file: string, say: Say): Promise<boolean> {
  await mustBeStopped(config);
  let { secret } = config;
  await withStores(config, async (stores) => {
    if (
      config.servers.redis !== null &&
      (await new Asking(stores.broadcast).ask(isAnybodyThere, [], () => {})) !== null
    ) {
      throw new OperationRefused('Processes of this installation are running: stop them all first.');
    }
    await importFrom(file, stores, say, (header) => {
      secret = secretAfter(config, header.secret, say);
    });
  });
  say('making the read models');
  await aloneInApp({ ...config, secret }, (operations) => operations.run('lag', [], say));
  say('imported');
  return true;
}

/** With the key of the old installation, whoever is signed in there is signed in here. */
function secretAfter(config: Config, old: string, say: Say): string {
  if (config.secret === old) return old;
  if (process.env.GOS_SECRET || old.length < secretMin) {
    say(
      'GOS_SECRET is not that of the old installation: everybody will have to sign in anew. With the old one they stay.',
    );
    return config.secret;
  }
  replaceSecret(config.dataDir, old);
  return old;
}
