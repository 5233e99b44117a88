export const fileRoutes = {
  upload: 'POST /files',
  addToTask: 'POST /tasks/{id}/files',
} as const;

/** These answer the file itself. */
export const fileContentRoutes = {
  own: 'GET /files/{fileId}',
  ofTask: 'GET /tasks/{id}/files/{fileId}',
} as const;
