import { type Follower, followers, type JobScheduleName, type Queue, queues, schedules } from '@gos/contract';
import { useAdminT } from './admin-texts';

const isQueue = (name: string): name is Queue => (queues as readonly string[]).includes(name);
const isFollower = (name: string): name is Follower => (followers as readonly string[]).includes(name);
const isSchedule = (name: string): name is JobScheduleName => (schedules as readonly string[]).includes(name);

/** Returns the name of a queue; one of another version keeps its code. */
export function useQueueName(): (queue: string) => string {
  const t = useAdminT();
  return (queue) => (isQueue(queue) ? t(`admin.queue.${queue}`) : queue);
}

/** Returns the name of a follower of the log; one of another version keeps its code. */
export function useFollowerName(): (follower: string) => string {
  const t = useAdminT();
  return (follower) => (isFollower(follower) ? t(`admin.follower.${follower}`) : follower);
}

/** Returns what the jobs of a queue do; null for a queue of another version. */
export function useQueueAbout(): (queue: string) => string | null {
  const t = useAdminT();
  return (queue) => (isQueue(queue) ? t(`admin.queue.${queue}.about`) : null);
}

/** Returns what the runs of a schedule do; null for one of another version. */
export function useScheduleAbout(): (schedule: string) => string | null {
  const t = useAdminT();
  return (schedule) => (isSchedule(schedule) ? t(`admin.schedule.${schedule}`) : null);
}
