export * from './task/task-lists';
