/** The models that the search covers. */
export const searchModels = ['task', 'project', 'board'] as const;
export type SearchModel = (typeof searchModels)[number];
