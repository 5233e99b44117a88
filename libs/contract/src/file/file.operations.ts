import { commandDoneWith } from '../kernel/command-done';
import { operations } from '../kernel/operation';
import { explained, param } from '../kernel/query';
import { taskAnswers } from '../task/task.answers';
import { fileContentRoutes, fileRoutes } from './file.routes';

export const fileOperations = operations('File', fileRoutes, {
  upload: { body: 'file', answer: taskAnswers.upload, status: 201 },
  addToTask: { id: 'addFile', body: 'file', answer: commandDoneWith('fileId'), status: 201 },
});

const deleted = explained(param.flag, 'deleted files and files of deleted tasks, too');

export const fileContents = {
  own: { id: 'getFile', route: fileContentRoutes.own, query: { own: { deleted } } },
  ofTask: { id: 'getTaskFile', route: fileContentRoutes.ofTask, query: { own: { deleted } } },
} as const;
