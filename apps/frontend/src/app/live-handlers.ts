import { boardHandlers } from '../entities/board/live-board';
import { settingsHandlers } from '../entities/installation/settings.api';
import { planHandlers } from '../entities/plan/live-plan';
import { projectHandlers } from '../entities/project/live-project';
import { repeatedTaskHandlers } from '../entities/repeated-task/live-repeated-task';
import { taskHandlers } from '../entities/task/live-task';
import { userHandlers } from '../entities/user/live-user';
import { workHandlers } from '../entities/work/live-work';
import { attendanceHandlers } from '../features/attendance/time/live-attendance';
import { statisticsHandlers } from '../features/statistics/live-statistics';
import { webhookHandlers } from '../features/webhooks/live-webhooks';
import type { LiveHandlers } from '../lib/live-cache';
import { presenceHandlers } from './live-presence';

/** Everything that takes changes of others. */
export const liveHandlers: readonly LiveHandlers[] = [
  settingsHandlers,
  userHandlers,
  projectHandlers,
  boardHandlers,
  planHandlers,
  taskHandlers,
  repeatedTaskHandlers,
  workHandlers,
  attendanceHandlers,
  statisticsHandlers,
  webhookHandlers,
  presenceHandlers,
];
