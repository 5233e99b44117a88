import { fileContentRoutes, fileRoutes } from '@gos/contract';
import type { UploadOptions } from './api';
import { apiUrl } from './api-url';
import { request } from './request';

/** A file that no task refers to yet. */
export const uploadFile = (file: File, options?: UploadOptions) => request(fileRoutes.upload, { ...options, file });

/** The address by which a description shows an uploaded picture. */
export const imageAddress = (fileId: number) => apiUrl(fileContentRoutes.own, { fileId });
