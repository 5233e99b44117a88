import { boardTakers } from '../entities/board/live-board';
import { settingsTakers } from '../entities/installation/settings.api';
import { planTakers } from '../entities/plan/live-plan';
import { projectTakers } from '../entities/project/live-project';
import { repeatedTaskTakers } from '../entities/repeated-task/live-repeated-task';
import { taskTakers } from '../entities/task/live-task';
import { userTakers } from '../entities/user/live-user';
import { workTakers } from '../entities/work/live-work';
import { attendanceTakers } from '../features/attendance/time/live-attendance';
import { statisticsTakers } from '../features/statistics/live-statistics';
import { webhookTakers } from '../features/webhooks/live-webhooks';
import type { LiveTakers } from '../lib/live-cache';
import { presenceTakers } from './presence.api';

/** Everything that takes changes of others. */
export const liveTakers: readonly LiveTakers[] = [
  settingsTakers,
  userTakers,
  projectTakers,
  boardTakers,
  planTakers,
  taskTakers,
  repeatedTaskTakers,
  workTakers,
  attendanceTakers,
  statisticsTakers,
  webhookTakers,
  presenceTakers,
];
