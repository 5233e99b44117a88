import { fileContentRoutes, fileRoutes } from '@gos/contract';
import type { UploadOptions } from './api';
import { apiUrl } from './api-url';
import { request } from './request';

/** A file that no task refers to yet. */
export const uploadFile = (file: File, options?: UploadOptions) => request(fileRoutes.upload, { ...options, file });

/** What a description shows by. */
export const imageAddress = (fileId: number) => apiUrl(fileContentRoutes.own, { fileId });
