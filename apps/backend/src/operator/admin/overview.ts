import type { AdminModel, AdminOverview, AdminPart, AdminQueue, AdminSetAside, HealthPart } from '@gos/contract';
import { comparePositions } from '@gos/domain';
import { readModels } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { SetAsideEvents } from '../../engine/followers/set-aside-events';
import { StoreIdentity } from '../../engine/parts/store-identity';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { buildOf } from '../../engine/projections/collections';
import { ProofStatus } from '../../engine/proof/proof-status';
import { SelfCheck } from '../../engine/self-check/self-check';
import { CONFIG, type Config, type Servers } from '../../kernel/config';
import { withTimeout } from '../../kernel/time-limit';
import { PeopleWithoutAccount } from '../../shared/user/people-without-account';
import { JOBS, type Jobs } from '../../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../../stores/read-models/read-models';
import { Health } from '../health/health';
import { ProjectionLag } from '../metrics/projection-lag';
import { Processes } from './processes';

const timeoutMs = 2_000;
/** The most documents of a read model that are set aside and shown. */
const maxShown = 20;

function storeOf(part: HealthPart, { eventStoreDb, mongoDb, redis, s3 }: Servers): AdminPart['store'] {
  switch (part) {
    case 'event-log':
      return eventStoreDb ? 'eventstoredb' : 'folder';
    case 'jobs':
      return redis ? 'redis' : 'folder';
    case 'files':
      return s3 ? 's3' : 'folder';
    default:
      return mongoDb ? 'mongodb' : 'folder';
  }
}

/** The state of the whole installation. A part that does not answer in time is left out and does not delay the others. */
@Injectable()
export class Overview {
  constructor(
    private readonly health: Health,
    private readonly lag: ProjectionLag,
    private readonly processes: Processes,
    private readonly readModels: ActiveReadModels,
    private readonly installation: StoreIdentity,
    private readonly people: PeopleWithoutAccount,
    private readonly setAsideEvents: SetAsideEvents,
    private readonly proof: ProofStatus,
    private readonly check: SelfCheck,
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(READ_MODELS) private readonly store: ReadModels,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async now(): Promise<AdminOverview> {
    const { servers } = this.config;
    // Read before the models: a finished rebuild is never shown with the documents before it.
    const { building, lastRebuild } = this.processes;
    const ifAnswered = <T>(ask: () => Promise<T>): Promise<T | null> => withTimeout(timeoutMs, ask).catch(() => null);
    const [readiness, lag, models, setAside, setAsideEvents, queues, withoutAccount, proof, selfCheck] =
      await Promise.all([
        this.health.ready(),
        ifAnswered(() => this.lag.now()),
        ifAnswered(() => this.models()),
        ifAnswered(() => this.setAside()),
        ifAnswered(() => this.setAsideEvents.count()),
        ifAnswered(() => this.queues()),
        ifAnswered(() => this.withoutAccount()),
        ifAnswered(() => this.proof.now()),
        ifAnswered(() => this.check.state()),
      ]);
    return {
      ready: readiness.status !== 'unavailable',
      parts: readiness.parts.map((one) => ({ ...one, store: storeOf(one.part, servers) })),
      processes: this.processes.all(),
      lag: lag && { events: lag.events, seconds: lag.seconds, caughtUp: lag.caughtUp },
      models,
      setAside,
      setAsideEvents,
      building,
      rebuild: lastRebuild,
      queues,
      queuesPage: servers.redis !== null,
      proof,
      selfCheck,
      misfit: this.installation.misfit,
      withoutAccount,
      untrustedProxies: this.processes.untrustedProxies,
    };
  }

  private async withoutAccount(): Promise<AdminOverview['withoutAccount']> {
    const ids = await this.people.known();
    return { count: ids.length, first: ids.slice(0, maxShown) };
  }

  private async models(): Promise<AdminModel[]> {
    const { end } = await this.lag.now();
    return Promise.all(
      readModels.map(async ({ name, indexes }) => {
        const version = await this.store.activeVersion(name);
        const position = version ? await this.store.checkpoint({ name, version, indexes }) : null;
        const caughtUp = end === null || (position !== null && comparePositions(position, end) >= 0);
        return { name, build: version ? buildOf(version) : null, caughtUp };
      }),
    );
  }

  private async setAside(): Promise<AdminSetAside[]> {
    const counts = await this.readModels.countSetAside();
    return Promise.all(
      readModels.flatMap(({ name }) => {
        const count = counts.get(name);
        if (count === undefined) return [];
        return [this.readModels.setAside(name, maxShown).then((documents) => ({ model: name, count, documents }))];
      }),
    );
  }

  private async queues(): Promise<AdminQueue[]> {
    const [names, paused] = await Promise.all([this.jobs.queueNames(), this.jobs.paused()]);
    return Promise.all(
      names.map(async (name) => {
        const [{ failed, ...counts }, failing] = await Promise.all([this.jobs.counts(name), this.jobs.failing(name)]);
        const next = failing && { ...failing, nextAt: new Date(failing.nextAt).toISOString() };
        return { name, ...counts, dead: failed, paused: paused.includes(name), failing: next };
      }),
    );
  }
}
