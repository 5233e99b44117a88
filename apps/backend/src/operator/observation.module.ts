import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Config } from '../kernel/config';
import { version } from '../kernel/version';
import { Metrics } from '../observability/metrics';
import { SecurityLog } from '../observability/security-log';
import { Telemetry } from '../observability/telemetry';
import { noTracer, TRACER, type Tracer } from '../observability/tracer';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { Health } from './health/health';
import { Gauges } from './metrics/gauges';
import { ProjectionLag } from './metrics/projection-lag';
import { watchJobs } from './watched-jobs';

/** Imports OpenTelemetry only when a collector is configured. */
async function tracerOf({ tracesEndpoint, role }: Config): Promise<Tracer> {
  if (tracesEndpoint === null) return noTracer;
  const { OtlpTracer } = await import('../observability/otlp.tracer');
  return new OtlpTracer({ endpoint: tracesEndpoint, version, role });
}

/** Logs, metrics and traces for the whole application. */
@Global()
@Module({})
export class ObservationModule implements OnApplicationShutdown {
  constructor(
    @Inject(TRACER) private readonly tracer: Tracer,
    @Inject(JOBS) jobs: Jobs,
    telemetry: Telemetry,
  ) {
    watchJobs(jobs, telemetry);
  }

  static with(config: Config): DynamicModule {
    const seen = [
      {
        provide: Metrics,
        useFactory: () => {
          const metrics = new Metrics();
          metrics.introduce(version, config.role);
          return metrics;
        },
      },
      { provide: TRACER, useFactory: () => tracerOf(config) },
      SecurityLog,
      Telemetry,
      ProjectionLag,
      Gauges,
      Health,
    ];
    return { module: ObservationModule, providers: seen, exports: seen };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tracer.close();
  }
}
