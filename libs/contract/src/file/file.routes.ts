export const fileRoutes = {
  upload: 'POST /files',
  addToTask: 'POST /tasks/{id}/files',
} as const;

/** These answer the file itself. */
export const fileContentRoutes = {
  own: 'GET /files/{fileId}',
  ofTask: 'GET /tasks/{id}/files/{fileId}',
} as const;

const ofUpload = `/api${fileContentRoutes.own.replace(/^GET /, '')}`;
/** The uploads that a sanitised text shows as pictures, each with its number. */
export const shownUploads = new RegExp(` src="${ofUpload.replace('{fileId}', '([1-9]\\d{0,14})')}"`, 'g');

/** Addresses of pictures that a text may show. Only of this installation: another server would learn who reads the text. */
export const ownPicture = /^\/api\/(files|tasks)\/[\w/]+$/;
