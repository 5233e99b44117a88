export const fileRoutes = {
  upload: 'POST /files',
  addToTask: 'POST /tasks/{id}/files',
} as const;

/** These answer the file itself. */
export const fileContentRoutes = {
  own: 'GET /files/{fileId}',
  ofTask: 'GET /tasks/{id}/files/{fileId}',
} as const;

/** The address of a picture that a text may show. It is this installation's: others would be told who reads the text. */
export const ownPicture = /^\/api\/(files|tasks)\/[\w/]+$/;
