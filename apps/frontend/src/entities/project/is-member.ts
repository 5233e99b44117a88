import type { ProjectAnswer } from '@gos/contract';

export const isMember = (project: ProjectAnswer, userId: number): boolean =>
  project.members.some(({ user }) => user.id === userId);
