import { installationBodies } from '@gos/domain';
import { commandDone } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { settingAnswers } from './settings.answers';
import { settingRoutes } from './settings.routes';

export const settingOperations = operations('', settingRoutes, {
  settings: { body: null, answer: settingAnswers.settings },
  changeSettings: { body: installationBodies.changeSettings, answer: commandDone },
});
