/** Method and path of an operation. A path parameter, in braces, is a number when its name is an id, otherwise a word. */
export type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
