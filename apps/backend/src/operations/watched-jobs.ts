import type { Telemetry } from '../observability/telemetry';
import type { Jobs } from '../stores/jobs/jobs';

/** The correlation id of what caused a job stands in its data; a job that nothing caused is known by its own id. */
function correlationOf(queue: string, { id, data }: { readonly id: string; readonly data: unknown }): string {
  const given = (data as { readonly correlationId?: unknown } | null)?.correlationId;
  return typeof given === 'string' ? given : `${queue}-${id}`;
}

/** Every run of a job from now on is a step of the work. */
export function watchJobs(jobs: Jobs, telemetry: Pick<Telemetry, 'run'>): void {
  const process: Jobs['process'] = jobs.process.bind(jobs);
  jobs.process = (queue, options, handler) =>
    process(queue, options, (run) => {
      const correlationId = correlationOf(queue, run as { id: string; data: unknown });
      return telemetry.run({ kind: 'job', name: queue, correlationId, facts: { attempt: run.attempt } }, () =>
        handler(run as never),
      );
    });
}
