import { type CommandAnswer, type SettingsAnswer, settingOperations } from '@gos/contract';
import { type Area, type InstallationBodies, installationAggregate } from '@gos/domain';
import { mapTable } from '@gos/domain/kernel/tables';
import { Body, Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer, type Handles } from '../../http/commands';
import { CommandRequest } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { InstallationSettings } from '../../shared/installation/settings';
import { ChangeSettingsDto } from './settings.bodies';

@ApiTags('settings')
@Controller()
export class SettingsController implements Handles<InstallationBodies, 'found'> {
  constructor(
    private readonly present: InstallationSettings,
    private readonly commands: CommandBus,
  ) {}

  @Serves(settingOperations.settings, 'The settings of the installation')
  settings(): SettingsAnswer {
    const { now, locked, decidedAreas } = this.present;
    const settings = mapTable(now, (name, value) => ({ value, locked: locked.includes(name) })) as SettingsAnswer;
    return { ...settings, areas: { ...settings.areas, decided: Object.keys(decidedAreas) as Area[] } };
  }

  @Serves(settingOperations.changeSettings, 'Change settings of the installation (admins)')
  async changeSettings(
    @Body() body: ChangeSettingsDto,
    @CommandRequest() sender: PersonSender,
  ): Promise<CommandAnswer> {
    const run = new RunCommand(installationAggregate, 1, { type: 'changeSettings', body }, sender);
    return commandAnswer(await this.commands.execute(run));
  }
}
