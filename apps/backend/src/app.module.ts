import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DynamicModule, Global, Logger, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ACCOUNTS } from './accounts/accounts';
import { SqliteAccounts } from './accounts/sqlite.accounts';
import { AdminModule } from './admin/admin.module';
import { AuthModule } from './auth/auth.module';
import { BROADCAST } from './broadcast/broadcast';
import { Elsewhere } from './broadcast/elsewhere';
import { ProcessBroadcast } from './broadcast/process.broadcast';
import { CalendarModule } from './calendar/calendar.module';
import { CLAIMS, type Claims } from './claims/claims';
import { SqliteClaims } from './claims/sqlite.claims';
import { CONFIG, type Config } from './config';
import { AggregateCommands } from './cqrs/aggregate-commands';
import { Clock } from './cqrs/clock';
import { CommandRunner } from './cqrs/command-runner';
import { IdempotencyKeys } from './cqrs/idempotency';
import { LEADING, Leadership, type Leading, leadingAlone } from './cqrs/leadership';
import { Locks } from './cqrs/locks';
import { Numbers } from './cqrs/numbers';
import { type OpenScratch, Projections, SCRATCH_READ_MODELS } from './cqrs/projections';
import { Reactor } from './cqrs/reactor';
import { Turns } from './cqrs/turns';
import { Views } from './cqrs/views';
import { EVENT_LOG } from './event-log/event-log';
import { SqliteEventLog } from './event-log/sqlite.event-log';
import { FILES } from './files/files';
import { FolderFiles } from './files/folder.files';
import { HealthController } from './health/health.controller';
import { ProblemFilter } from './http/problem.filter';
import { StrictRequest } from './http/strict-request';
import { ShapePipe } from './http/validation';
import { JOBS } from './jobs/jobs';
import { SqliteJobs } from './jobs/sqlite.jobs';
import { Lifecycle } from './lifecycle';
import { MAIL } from './mail/mail';
import { Maintenance } from './maintenance';
import { OpsModule } from './ops/ops.module';
import { ProjectsModule } from './projects/projects.module';
import { READ_MODELS, type ReadModels } from './read-models/read-models';
import { SqliteReadModels } from './read-models/sqlite.read-models';
import { SearchModule } from './search/search.module';
import { Presence } from './sockets/presence';
import { PresenceController } from './sockets/presence.controller';
import { SocketsGateway } from './sockets/sockets.gateway';
import { StatisticsModule } from './statistics/statistics.module';
import { TasksModule } from './tasks/tasks.module';
import { ObservationModule } from './tracing/observation.module';
import { UsersModule } from './users/users.module';

/** The adapters that the settings choose. What speaks to servers is loaded where there are any. */
function portsOf({ dataDir, servers }: Config): Provider[] {
  const inData = (name: string) => join(dataDir, name);
  const { eventStoreDb, mongoDb, redis, s3, smtp } = servers;
  const loading = new Turns();
  const warn = (name: string) => (error: unknown) => new Logger(name).warn(String(error));
  const either = (
    provide: symbol,
    url: string | null,
    there: (url: string) => Promise<unknown>,
    here: () => unknown,
  ) => ({
    provide,
    useFactory: () => (url === null ? here() : loading.of('adapter', () => there(url))),
  });
  return [
    either(
      EVENT_LOG,
      eventStoreDb,
      async (url) => new (await import('./event-log/eventstoredb.event-log')).EventStoreDbEventLog({ url }),
      () => new SqliteEventLog(inData('log.sqlite')),
    ),
    either(
      READ_MODELS,
      mongoDb,
      async (url) => new (await import('./read-models/mongodb.read-models')).MongoReadModels({ url }),
      () => new SqliteReadModels(inData('views.sqlite')),
    ),
    { provide: SCRATCH_READ_MODELS, useValue: () => openScratch(inData('views-verify.sqlite')) },
    either(
      ACCOUNTS,
      mongoDb,
      async (url) => new (await import('./accounts/mongodb.accounts')).MongoAccounts({ url }),
      () => new SqliteAccounts(inData('accounts.sqlite')),
    ),
    either(
      CLAIMS,
      mongoDb,
      async (url) => new (await import('./claims/mongodb.claims')).MongoClaims({ url }),
      () => new SqliteClaims(inData('claims.sqlite')),
    ),
    either(
      JOBS,
      redis,
      async (url) => new (await import('./jobs/bullmq.jobs')).BullJobs({ url, onError: warn('Jobs') }),
      () => new SqliteJobs(inData('jobs.sqlite'), { onError: warn('Jobs') }),
    ),
    either(
      BROADCAST,
      redis,
      async (url) =>
        new (await import('./broadcast/redis.broadcast')).RedisBroadcast({ url, onError: warn('Broadcast') }),
      () => new ProcessBroadcast(),
    ),
    either(
      FILES,
      s3,
      async (url) => {
        const files = new (await import('./files/s3.files')).S3Files({ url, folder: inData('files-on-the-way') });
        await files.open();
        return files;
      },
      () => new FolderFiles(inData('files')),
    ),
    either(
      MAIL,
      smtp,
      async (url) => new (await import('./mail/smtp.mail')).SmtpMail({ url }),
      async () => new (await import('./mail/folder.mail')).FolderMail(inData('mail')),
    ),
  ];
}

/** Documents made to be compared and thrown away need no server. */
async function openScratch(file: string): ReturnType<OpenScratch> {
  const clear = () => {
    for (const end of ['', '-wal', '-shm', '-lock']) rmSync(`${file}${end}`, { force: true });
  };
  clear();
  const store = new SqliteReadModels(file);
  return {
    store,
    async dispose() {
      await store.close();
      clear();
    },
  };
}

/** Documents in a file of this process are its own; those on a server are kept by one of the processes that share it. */
function leadingOf({ role, servers }: Config, claims: Claims, clock: Clock): Leading {
  if (servers.mongoDb === null) return leadingAlone;
  const by = (name: string) => new Leadership({ claims, clock, name });
  return {
    projector: role === 'all' || role === 'projector' ? by('projector') : null,
    reactor: role === 'all' || role === 'worker' ? by('reactor') : null,
    shared: true,
  };
}

/** The ports with the adapters that the settings choose: the only place that does. */
@Global()
@Module({})
export class PortsModule {
  static with(config: Config, clock: Clock): DynamicModule {
    const ports = [
      { provide: CONFIG, useValue: config },
      { provide: Clock, useValue: clock },
      ...portsOf(config),
      { provide: Views, useFactory: (store: ReadModels) => new Views(store), inject: [READ_MODELS] },
      { provide: LEADING, useFactory: (claims: Claims) => leadingOf(config, claims, clock), inject: [CLAIMS] },
      Elsewhere,
      Locks,
      CommandRunner,
      IdempotencyKeys,
      Numbers,
      AggregateCommands,
      Projections,
      Reactor,
    ];
    return { module: PortsModule, providers: ports, exports: ports };
  }
}

@Module({})
export class AppModule {
  static with(config: Config, clock = new Clock()): DynamicModule {
    const isServing = config.role === 'all' || config.role === 'api';
    return {
      module: AppModule,
      imports: [
        PortsModule.with(config, clock),
        ObservationModule.with(config),
        CqrsModule.forRoot(),
        AuthModule,
        UsersModule,
        TasksModule,
        ProjectsModule,
        StatisticsModule,
        SearchModule,
        CalendarModule,
        OpsModule,
        AdminModule,
      ],
      controllers: [HealthController, PresenceController],
      providers: [
        Lifecycle,
        Maintenance,
        Presence,
        ...(isServing ? [SocketsGateway] : []),
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: StrictRequest },
        { provide: APP_PIPE, useClass: ShapePipe },
      ],
    };
  }
}
