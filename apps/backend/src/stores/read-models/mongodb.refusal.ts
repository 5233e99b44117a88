/**
 * Codes with which a server refuses a single document for good: a value that it cannot keep or index (2, 14, 171, 17280),
 * nested too deep (15), wrong BSON or names of fields (22, 52, 56, 57), a rule of the collection (121), too large (10334,
 * 17419, 17420). Any other one may be the server's own trouble.
 */
const ofDocument = new Set<unknown>([2, 14, 15, 22, 52, 56, 57, 121, 171, 10_334, 17_280, 17_419, 17_420]);

/** Whether the error of a single write of a batch is the document's fault, so that no repetition helps. */
export const isOfDocument = (code: unknown): boolean => ofDocument.has(code);
