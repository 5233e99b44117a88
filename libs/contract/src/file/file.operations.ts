import { commandDoneWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { explained, param } from '../kernel/query';
import { taskAnswers } from '../task/task.answers';
import { fileContentRoutes, fileRoutes } from './file.routes';

export const fileOperations = operations(fileRoutes, {
  upload: { body: 'file', answer: taskAnswers.upload, status: 201 },
  addToTask: { body: 'file', answer: commandDoneWith('fileId'), status: 201 },
});

const deleted = explained(param.flag, 'deleted files and files of deleted tasks, too');

export const fileContents = {
  own: { route: fileContentRoutes.own, query: { own: { deleted } } },
  ofTask: { route: fileContentRoutes.ofTask, query: { own: { deleted } } },
} as const;
