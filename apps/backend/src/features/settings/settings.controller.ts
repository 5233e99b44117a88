import { type SettingsAnswer, settingOperations } from '@gos/contract';
import { type Area, type InstallationBodies, installationAggregate } from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Handles } from '../../http/commands';
import { PlainCommands, type PlainCommandsOf, type PlainRequest, type PlainTarget } from '../../http/plain-commands';
import { Serves } from '../../http/serves';
import { InstallationSettings } from '../../shared/installation/settings';

@ApiTags('settings')
@Controller()
export class SettingsController
  extends PlainCommands(installationAggregate, settingOperations, { ids: {} })
  implements Handles<InstallationBodies, 'found' | PlainCommandsOf<typeof settingOperations>>
{
  constructor(
    private readonly present: InstallationSettings,
    readonly commands: CommandBus,
  ) {
    super();
  }

  @Serves(settingOperations.settings, 'The settings of the installation')
  settings(): SettingsAnswer {
    const { now, locked, decidedAreas } = this.present;
    const settings = mapTable(now, (name, value) => ({ value, locked: locked.includes(name) })) as SettingsAnswer;
    return { ...settings, areas: { ...settings.areas, decided: Object.keys(decidedAreas) as Area[] } };
  }

  override targetOf({ body }: PlainRequest): PlainTarget {
    return { id: 1, body };
  }
}
