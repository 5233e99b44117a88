import { installationBodies } from '@gos/domain';
import { plainCommandWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { settingAnswers } from './settings.answers';
import { settingRoutes } from './settings.routes';

export const settingOperations = operations('', settingRoutes, {
  settings: { body: null, answer: settingAnswers.settings },
  changeSettings: plainCommandWith('Change settings of the installation (admins)', installationBodies.changeSettings),
});
