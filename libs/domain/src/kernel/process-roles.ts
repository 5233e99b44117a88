/** The roles of a process: `all` does everything, the others one part of the work. The deployment's test reads it. */
export const processRoles = ['all', 'api', 'projector', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];
