import { Injectable } from '@nestjs/common';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Buckets in seconds; what a person notices lies between 0.05 and 1. */
const latency = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const long = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];

/**
 * The metrics of this process. Label values come from closed sets (command types, route templates, queue names): never
 * an id, a name or anything else of a person or a document.
 */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly commands = this.histogram('gos_command_duration_seconds', 'Commands by kind and outcome', [
    'kind',
    'outcome',
  ]);
  readonly appends = this.histogram('gos_append_duration_seconds', 'Appends to the event log', ['outcome']);
  readonly batches = this.histogram(
    'gos_projection_batch_duration_seconds',
    'Batches of events applied to the read models',
    ['outcome'],
  );
  readonly projected = new Counter({
    name: 'gos_projection_events_total',
    help: 'Events applied to the read models by this process',
    registers: [this.registry],
  });
  readonly jobs = this.histogram('gos_job_duration_seconds', 'Runs of jobs', ['queue', 'outcome'], long);
  readonly requests = new Counter({
    name: 'gos_http_requests_total',
    help: 'Answered requests by route template and status',
    labelNames: ['method', 'route', 'status'] as const,
    registers: [this.registry],
  });
  readonly requestDurations = this.histogram(
    'gos_http_request_duration_seconds',
    'Time until requests were answered, by route template',
    ['method', 'route'],
  );

  readonly keptAnswers = new Counter({
    name: 'gos_kept_answers_total',
    help: 'Requests of lists and details by outcome: hit was answered from a kept answer, miss was computed',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly webhooks = new Counter({
    name: 'gos_webhook_deliveries_total',
    help: 'Deliveries of webhooks in and out by what became of them; every try to send counts',
    labelNames: ['direction', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly security = new Counter({
    name: 'gos_security_events_total',
    help: 'What the security log tells, by its names; also what it left out of a flood',
    labelNames: ['name'] as const,
    registers: [this.registry],
  });

  readonly socketsClosed = new Counter({
    name: 'gos_sockets_closed_total',
    help: 'Sockets of browsers that were refused or closed because of a limit, by its code; slow: the browser did not read',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  readonly lagEvents = this.gauge(
    'gos_projection_lag_events',
    'Events that the read models do not show yet, counted up to 1000',
  );
  readonly lagSeconds = this.gauge(
    'gos_projection_lag_seconds',
    'Age of the oldest event that the read models do not show yet',
  );
  readonly setAside = this.gauge(
    'gos_documents_set_aside',
    'Documents that are frozen until their read model is rebuilt',
    ['model'],
  );
  readonly eventsSetAside = this.gauge(
    'gos_events_set_aside',
    'Events that a follower of the log could not handle and went past',
    ['follower'],
  );
  readonly treeEvents = this.gauge('gos_log_tree_events', 'Events in the tree of the log');
  readonly treeBehind = this.gauge('gos_log_tree_lag_events', 'Events of the log that its tree lacks');
  readonly checkpointEvents = this.gauge('gos_log_checkpoint_events', 'Events that the last checkpoint covers');
  readonly checkpointAt = this.gauge(
    'gos_log_checkpoint_timestamp_seconds',
    'Instant of the last checkpoint in seconds since 1970; 0 before the first one',
  );
  readonly signingRefused = this.gauge(
    'gos_log_signing_refused',
    '1 while no checkpoint is signed because the log does not continue the last one',
  );
  readonly differing = this.gauge(
    'gos_documents_differing',
    'Documents that differed from the log at the last self-check',
  );
  readonly heldAt = this.gauge(
    'gos_documents_held_timestamp_seconds',
    'Instant in seconds since 1970 when all documents agreed with the log the last time; 0 for never',
  );
  readonly leads = this.gauge('gos_projection_leads', '1 in the process that keeps the read models');
  readonly sockets = this.gauge('gos_socket_clients', 'Connected browsers');
  readonly queued = this.gauge('gos_jobs', 'Jobs by queue and state; dead ones wait for a person', ['queue', 'state']);
  readonly queuePaused = this.gauge('gos_queue_paused', '1 for a queue that an admin paused', ['queue']);
  readonly measured = this.gauge('gos_measured', '0 for a part that could not be asked just now', ['part']);

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** @param version of the product */
  introduce(version: string, role: string): void {
    this.gauge('gos_info', 'The product in this process', ['version', 'role']).set({ version, role }, 1);
  }

  private histogram<L extends string>(name: string, help: string, labelNames: readonly L[], buckets = latency) {
    return new Histogram<L>({ name, help, labelNames, buckets, registers: [this.registry] });
  }

  private gauge<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []) {
    return new Gauge<L>({ name, help, labelNames, registers: [this.registry] });
  }
}
