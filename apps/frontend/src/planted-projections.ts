import { taskModel } from '@gos/projections';
export const planted = taskModel;
