import { taskModel } from './task/task';
import { taskActivityModel } from './task-activity/task-activity';
import { taskDiscussionModel } from './task-discussion/task-discussion';
import { userModel } from './user/user';

export * from './answers';
export * from './kernel/read-model';
export * from './kernel/visibility';
export * from './task/task';
export * from './task/task-history';
export * from './task-activity/task-activity';
export * from './task-discussion/task-discussion';
export * from './user/user';

/** Every read model; the projector feeds them all. */
export const readModels = [userModel, taskModel, taskDiscussionModel, taskActivityModel] as const;
