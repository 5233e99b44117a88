/** What the search finds. */
export const searchModels = ['task', 'project', 'board'] as const;
export type SearchModel = (typeof searchModels)[number];
