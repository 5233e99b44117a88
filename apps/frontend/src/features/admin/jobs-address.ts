import type { JobState } from '@gos/contract';

export type JobTab = JobState | 'schedules';
export const jobTabs: readonly JobTab[] = ['waiting', 'active', 'delayed', 'failed', 'schedules'];

/** The chosen queue and the list of it that is shown. */
export interface JobsAddress {
  readonly queue?: string;
  readonly jobs?: JobTab;
  readonly page?: number;
}

export function validateJobsAddress({ queue, jobs, page }: Record<string, unknown>): JobsAddress {
  const tab = jobTabs.find((one) => one === jobs);
  const isPage = Number.isInteger(page) && Number(page) > 1 && Number(page) <= 1_000_000;
  return {
    ...(typeof queue === 'string' && /^[a-z][a-z0-9-]{0,49}$/.test(queue) && { queue }),
    ...(tab && { jobs: tab }),
    ...(isPage && { page: Number(page) }),
  };
}
