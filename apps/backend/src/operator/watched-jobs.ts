import type { Telemetry } from '../observability/telemetry';
import type { Jobs } from '../stores/jobs/jobs';

/** The correlation id in the job's data, set by its cause; a job without a cause uses its own id. */
function correlationOf(queue: string, { id, data }: { readonly id: string; readonly data: unknown }): string {
  const given = (data as { readonly correlationId?: unknown } | null)?.correlationId;
  return typeof given === 'string' ? given : `${queue}-${id}`;
}

/** Measures and traces every run of a job from now on. */
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
