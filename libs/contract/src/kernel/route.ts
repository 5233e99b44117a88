/** Method and path of an operation. What stands in braces is a number where it is called an id, else a word. */
export type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;
