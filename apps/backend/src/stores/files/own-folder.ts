import type { InstallationId } from '../../kernel/belonging';

/** A file with the id of the installation, in the folder of its files. */
export const markName = 'installation';

/**
 * Where the files of an installation lie below a place that it may share: the first installation takes the place itself, another one
 * a folder of its own, named by its id. So none removes what another one keeps.
 */
export class OwnFolder {
  private found: Promise<string> | null;

  /**
   * @param owner without one the place itself is taken
   * @param read the id in the mark; null when there is none
   * @param write makes the mark unless there is one by now
   */
  constructor(
    private readonly owner: InstallationId | undefined,
    private readonly read: () => Promise<string | null>,
    private readonly write: (installation: string) => Promise<void>,
  ) {
    this.found = owner === undefined ? Promise.resolve('') : null;
  }

  /** Empty, or a name with a slash behind it. Waits until it is known whose files they are. */
  name(): Promise<string> {
    this.found ??= this.find().catch((error) => {
      this.found = null;
      throw error;
    });
    return this.found;
  }

  private async find(): Promise<string> {
    const { installation } = await this.owner!.known;
    if ((await this.read()) === null) await this.write(installation);
    return (await this.read()) === installation ? '' : `${installation}/`;
  }
}
