/**
 * Only its checkpoint is used, stored with the documents. When it is lost, the reactor starts over and finds everything
 * done.
 */
export const reactorModel = { name: 'reactor', version: 1, indexes: [] };
