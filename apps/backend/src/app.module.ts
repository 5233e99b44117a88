import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DynamicModule, Global, Logger, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { AppendWatch } from './engine/commands/append-watch';
import { CommandContexts } from './engine/commands/command-context';
import { CommandRunner } from './engine/commands/command-runner';
import { IdSequences } from './engine/commands/id-sequences';
import { IdempotencyKeys } from './engine/commands/idempotency-keys';
import { IfMatch } from './engine/commands/if-match';
import { Reactor } from './engine/commands/reactor';
import { RunCommandHandler } from './engine/commands/run-command';
import { SNAPSHOTS, TaskSnapshots } from './engine/commands/snapshots';
import { UndoScans } from './engine/commands/undo-scans';
import { LEADERSHIPS, Leadership, type Leaderships, soleProcess } from './engine/coordination/leadership';
import { Locks } from './engine/coordination/locks';
import { PermissionLock } from './engine/coordination/permission-lock';
import { SetAsideEvents } from './engine/followers/set-aside-events';
import { DueDocuments } from './engine/jobs/due-documents';
import { SetAsideRetries } from './engine/jobs/set-aside-retries';
import { Worker } from './engine/jobs/worker';
import { StoreIdentity } from './engine/parts/store-identity';
import { ActiveReadModels } from './engine/projections/active-read-models';
import { MarkKeeper } from './engine/projections/mark-keeper';
import { raiseCounters } from './engine/projections/numbers';
import { type OpenScratch, Projections, SCRATCH_READ_MODELS } from './engine/projections/projections';
import { Checkpoints } from './engine/proof/checkpoints';
import { LogKeys } from './engine/proof/log-keys';
import { LogTree } from './engine/proof/log-tree';
import { ProofStatus } from './engine/proof/proof-status';
import { SelfCheck } from './engine/self-check/self-check';
import { ActivityModule } from './features/activity/activity.module';
import { AttendanceModule } from './features/attendance/attendance.module';
import { AuthModule } from './features/auth/auth.module';
import { AvailabilityModule } from './features/availability/availability.module';
import { BoardsModule } from './features/boards/boards.module';
import { CalendarModule } from './features/calendar/calendar.module';
import { CompareModule } from './features/compare/compare.module';
import { FilesModule } from './features/files/files.module';
import { LiveModule } from './features/live/live.module';
import { NotificationsModule } from './features/notifications/notifications.module';
import { PlansModule } from './features/plans/plans.module';
import { PositionsModule } from './features/positions/positions.module';
import { ProjectsModule } from './features/projects/projects.module';
import { RemindersModule } from './features/reminders/reminders.module';
import { RepeatedTasksModule } from './features/repeated-tasks/repeated-tasks.module';
import { SearchModule } from './features/search/search.module';
import { SettingsModule } from './features/settings/settings.module';
import { StatisticsModule } from './features/statistics/statistics.module';
import { TasksModule } from './features/tasks/tasks.module';
import { UndoModule } from './features/undo/undo.module';
import { UsersModule } from './features/users/users.module';
import { WebhooksModule } from './features/webhooks/webhooks.module';
import { WorkModule } from './features/work/work.module';
import { AnswerTime } from './http/answer-time';
import { ProblemFilter } from './http/problem.filter';
import { StrictRequest } from './http/strict-request';
import { ShapePipe } from './http/validation';
import { InstallationId } from './kernel/belonging';
import { Clock } from './kernel/clock';
import { CONFIG, type Config } from './kernel/config';
import { KeyedMutex } from './kernel/keyed-mutex';
import { AdminModule } from './operator/admin/admin.module';
import { HealthController } from './operator/health/health.controller';
import { Lifecycle } from './operator/lifecycle';
import { Maintenance } from './operator/maintenance';
import { ObservationModule } from './operator/observation.module';
import { OpsModule } from './operator/ops/ops.module';
import { SharedModule } from './shared/shared.module';
import { ACCOUNTS, type Accounts } from './stores/accounts/accounts';
import { SqliteAccounts } from './stores/accounts/sqlite.accounts';
import { BROADCAST } from './stores/broadcast/broadcast';
import { Peers } from './stores/broadcast/peers';
import { ProcessBroadcast } from './stores/broadcast/process.broadcast';
import { openChecked } from './stores/checked-file';
import { CLAIMS, type Claims } from './stores/claims/claims';
import { SqliteClaims } from './stores/claims/sqlite.claims';
import { EVENT_LOG, type EventLog } from './stores/event-log/event-log';
import { SqliteEventLog } from './stores/event-log/sqlite.event-log';
import { FILES } from './stores/files/files';
import { FolderFiles } from './stores/files/folder.files';
import { JOBS, type Jobs } from './stores/jobs/jobs';
import { SqliteJobs } from './stores/jobs/sqlite.jobs';
import { MAIL } from './stores/mail/mail';
import { READ_MODELS, type ReadModels } from './stores/read-models/read-models';
import { SqliteReadModels } from './stores/read-models/sqlite.read-models';
import { renewedReadModels } from './stores/read-models/sqlite.renewed';

/** The unguarded stores. Other modules use a store by its port, which compares it with the other parts first. */
const RAW = {
  log: Symbol('RawEventLog'),
  readModels: Symbol('RawReadModels'),
  accounts: Symbol('RawAccounts'),
  claims: Symbol('RawClaims'),
} as const;

/** The adapters that the settings select. Drivers of servers are imported only when they are used. */
function portsOf({ dataDir, servers, mailFrom }: Config, owner: InstallationId): Provider[] {
  const inData = (name: string) => join(dataDir, name);
  const { eventStoreDb, eventStoreDbPrefix, mongoDb, redis, s3, smtp } = servers;
  const loading = new KeyedMutex();
  const warn = (name: string) => (error: unknown) => new Logger(name).warn(String(error));
  const either = (
    provide: symbol,
    url: string | null,
    there: (url: string) => Promise<unknown>,
    here: () => unknown,
  ) => ({
    provide,
    useFactory: () => (url === null ? here() : loading.run('adapter', () => there(url))),
  });
  return [
    either(
      RAW.log,
      eventStoreDb,
      async (url) => {
        const prefix = eventStoreDbPrefix && `${eventStoreDbPrefix}/`;
        return new (await import('./stores/event-log/eventstoredb.event-log')).EventStoreDbEventLog({ url, prefix });
      },
      () => openChecked(inData('log.sqlite'), (file) => new SqliteEventLog(file)),
    ),
    either(
      RAW.readModels,
      mongoDb,
      async (url) => new (await import('./stores/read-models/mongodb.read-models')).MongoReadModels({ url }),
      () => openChecked(inData('views.sqlite'), (file) => renewedReadModels(file, (one) => new SqliteReadModels(one))),
    ),
    { provide: SCRATCH_READ_MODELS, useValue: (purpose: string) => openScratch(inData(`views-${purpose}.sqlite`)) },
    either(
      RAW.accounts,
      mongoDb,
      async (url) => new (await import('./stores/accounts/mongodb.accounts')).MongoAccounts({ url }),
      () => openChecked(inData('accounts.sqlite'), (file) => new SqliteAccounts(file)),
    ),
    either(
      RAW.claims,
      mongoDb,
      async (url) => new (await import('./stores/claims/mongodb.claims')).MongoClaims({ url }),
      () => openChecked(inData('claims.sqlite'), (file) => new SqliteClaims(file)),
    ),
    either(
      JOBS,
      redis,
      async (url) => new (await import('./stores/jobs/bullmq.jobs')).BullJobs({ url, owner, onError: warn('Jobs') }),
      () => openChecked(inData('jobs.sqlite'), (file) => new SqliteJobs(file, { onError: warn('Jobs') })),
    ),
    either(
      BROADCAST,
      redis,
      async (url) =>
        new (await import('./stores/broadcast/redis.broadcast')).RedisBroadcast({
          url,
          owner,
          onError: warn('Broadcast'),
        }),
      () => new ProcessBroadcast(),
    ),
    either(
      FILES,
      s3,
      async (url) => {
        const files = new (await import('./stores/files/s3.files')).S3Files({
          url,
          folder: inData('files-on-the-way'),
          owner,
        });
        await files.open();
        return files;
      },
      () => new FolderFiles(inData('files'), owner),
    ),
    either(
      MAIL,
      smtp,
      async (url) => new (await import('./stores/mail/smtp.mail')).SmtpMail({ url, from: mailFrom }),
      async () => new (await import('./stores/mail/folder.mail')).FolderMail(inData('mail'), mailFrom ?? undefined),
    ),
  ];
}

/** Temporary documents for a comparison are always in a local file. */
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

/** Compares the parts of the installation, and gives each port the store that is compared before it is used. */
function partsOf(config: Config, owner: InstallationId): Provider[] {
  const { log, readModels, accounts, claims } = RAW;
  return [
    {
      provide: StoreIdentity,
      useFactory: (log: EventLog, accounts: Accounts, claims: Claims, readModels: ReadModels, jobs: Jobs) =>
        new StoreIdentity({ log, accounts, claims, readModels, jobs }, owner, config),
      inject: [log, accounts, claims, readModels, JOBS],
    },
    { provide: EVENT_LOG, useFactory: (parts: StoreIdentity) => parts.log, inject: [StoreIdentity] },
    { provide: READ_MODELS, useFactory: (parts: StoreIdentity) => parts.readModels, inject: [StoreIdentity] },
    { provide: ACCOUNTS, useFactory: (parts: StoreIdentity) => parts.accounts, inject: [StoreIdentity] },
    {
      provide: CLAIMS,
      useFactory: (parts: StoreIdentity, log: EventLog, readModels: ActiveReadModels) =>
        parts.claims((own) => raiseCounters(own, log, readModels)),
      inject: [StoreIdentity, EVENT_LOG, ActiveReadModels],
    },
  ];
}

/** Documents in a local file belong to this process; those on a server are kept by one leader among the processes. */
function leadingOf({ role, servers }: Config, claims: Claims, clock: Clock): Leaderships {
  if (servers.mongoDb === null) return soleProcess;
  const by = (name: string) => new Leadership({ claims, clock, name });
  return {
    projector: role === 'all' || role === 'projector' ? by('projector') : null,
    reactor: role === 'all' || role === 'worker' ? by('reactor') : null,
    shared: true,
  };
}

/** Binds the ports to the adapters that the settings select; the only place that does. */
@Global()
@Module({})
export class PortsModule {
  static with(config: Config, clock: Clock): DynamicModule {
    const owner = new InstallationId();
    const ports = [
      { provide: CONFIG, useValue: config },
      { provide: Clock, useValue: clock },
      ...portsOf(config, owner),
      ...partsOf(config, owner),
      {
        provide: ActiveReadModels,
        useFactory: (store: ReadModels) => new ActiveReadModels(store, config.patience.appliedMs, null, clock),
        inject: [READ_MODELS],
      },
      { provide: LEADERSHIPS, useFactory: (claims: Claims) => leadingOf(config, claims, clock), inject: [CLAIMS] },
      Peers,
      Locks,
      PermissionLock,
      AppendWatch,
      CommandRunner,
      { provide: SNAPSHOTS, useClass: TaskSnapshots },
      IdempotencyKeys,
      IdSequences,
      CommandContexts,
      IfMatch,
      UndoScans,
      RunCommandHandler,
      Projections,
      SetAsideEvents,
      Reactor,
      Worker,
      DueDocuments,
      SetAsideRetries,
      MarkKeeper,
      LogTree,
      LogKeys,
      Checkpoints,
      ProofStatus,
      SelfCheck,
    ];
    return { module: PortsModule, imports: [DiscoveryModule], providers: ports, exports: ports };
  }
}

@Module({})
export class AppModule {
  static with(config: Config, clock = new Clock()): DynamicModule {
    const { role } = config;
    return {
      module: AppModule,
      imports: [
        PortsModule.with(config, clock),
        ObservationModule.with(config),
        CqrsModule.forRoot(),
        SharedModule,
        AuthModule,
        UsersModule,
        SettingsModule,
        PositionsModule,
        TasksModule,
        FilesModule,
        ProjectsModule,
        BoardsModule,
        WebhooksModule,
        PlansModule,
        RepeatedTasksModule,
        RemindersModule,
        AvailabilityModule,
        StatisticsModule,
        SearchModule,
        CalendarModule,
        WorkModule,
        AttendanceModule,
        ActivityModule,
        CompareModule,
        NotificationsModule,
        UndoModule,
        LiveModule.with(role === 'all' || role === 'api'),
        OpsModule,
        AdminModule,
      ],
      controllers: [HealthController],
      providers: [
        Lifecycle,
        Maintenance,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: AnswerTime },
        { provide: APP_INTERCEPTOR, useClass: StrictRequest },
        { provide: APP_PIPE, useClass: ShapePipe },
      ],
    };
  }
}
