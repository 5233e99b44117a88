/** Only a checkpoint, kept beside the documents: where the reactor has come to. Lost, it starts from the beginning and finds all done. */
export const reactorModel = { name: 'reactor', version: 1, indexes: [] };
