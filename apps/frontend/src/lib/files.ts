import { api, type UploadOptions } from './api';

/** A file that no task refers to yet. */
export const uploadFile = (file: File, options?: UploadOptions) =>
  api.upload<{ readonly fileId: number }>('/files', file, options);

/** What a description shows by. */
export const imageAddress = (fileId: number) => `/api/files/${fileId}`;
