import {
  type Area,
  type AreaAddresses,
  type Installation,
  initialInstallation,
  installationAggregate,
  installationStream,
  type SettingName,
  type Settings,
  unsetSettings,
} from '@gos/domain';
import { type InstallationDocument, installationModel } from '@gos/projections';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import { CONFIG, type Config } from '../../kernel/config';
import { untilDone } from '../../kernel/until-done';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';

/** Held while somebody registers and while the rule of registration changes. */
export const registrationLock = 'registration';

/**
 * The installation's settings in memory, read synchronously. Loaded before the first request and kept up to date in
 * every process. The environment of the process overrides the stored settings.
 */
@Injectable()
export class InstallationSettings implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(InstallationSettings.name);
  private readonly stopping = new AbortController();
  private stopHearing: () => void = () => {};
  private installation = initialInstallation;
  /** Position of the last batch that was heard of. */
  private heard: string | null = null;
  private readonly decided: Partial<Settings>;
  /** The settings that the environment decides. */
  readonly locked: readonly SettingName[];
  /** The areas whose address the environment decides. */
  readonly decidedAreas: AreaAddresses;

  constructor(
    private readonly runner: CommandRunner,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(CONFIG) { registration, areas }: Pick<Config, 'registration' | 'areas'>,
  ) {
    this.decidedAreas = areas;
    this.decided = registration === null ? {} : { registration };
    this.locked = registration === null ? [] : ['registration'];
  }

  onModuleInit(): void {
    const again = () =>
      void untilDone(
        () => this.load(),
        this.stopping.signal,
        (error) => this.logger.warn(`Settings could not be read: ${String(error)}`),
      );
    const hear = ({ applied, after, position }: AppliedBatch) => {
      const missed = this.heard !== null && after !== this.heard;
      this.heard = position;
      if (applied === null || missed) again();
      for (const { model, after: document } of applied ?? []) {
        if (model !== installationModel.name || document === null) continue;
        this.take((document as unknown as InstallationDocument).installation);
      }
    };
    this.stopHearing = this.broadcast.subscribe(appliedChannel, (message) => hear(message as AppliedBatch), again);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
    this.stopHearing();
  }

  get now(): Settings {
    // A process of an older version may announce a document that lacks a setting.
    return { ...unsetSettings, ...this.installation.settings, ...this.decided };
  }

  /** The addresses of the areas: those of the environment, and an admin's for the others. */
  get areas(): AreaAddresses {
    const set = this.now.areas.flatMap(({ area, url, frame }) => (url === null ? [] : [[area, { url, frame }]]));
    return { ...Object.fromEntries(set), ...this.decidedAreas };
  }

  get hiddenAreas(): readonly Area[] {
    return this.now.areas.flatMap(({ area, hidden }) => (hidden && !this.decidedAreas[area] ? [area] : []));
  }

  /** Whether somebody has registered. */
  get isFounded(): boolean {
    return this.installation.adminId !== null;
  }

  /**
   * Reads the log.
   * @throws StoreUnavailable
   */
  async load(): Promise<void> {
    this.take((await this.runner.load(installationStream, installationAggregate))!);
  }

  /** Ignores what is older than what is known. */
  take(installation: Installation): void {
    if (installation.revision > this.installation.revision) this.installation = installation;
  }
}
