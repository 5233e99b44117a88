import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ACCOUNTS } from './accounts/accounts';
import { SqliteAccounts } from './accounts/sqlite.accounts';
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
import { Views } from './cqrs/views';
import { EVENT_LOG } from './event-log/event-log';
import { SqliteEventLog } from './event-log/sqlite.event-log';
import { FILES } from './files/files';
import { FolderFiles } from './files/folder.files';
import { HealthController } from './health/health.controller';
import { ProblemFilter } from './http/problem.filter';
import { StrictRequest } from './http/strict-request';
import { ShapePipe } from './http/validation';
import { Lifecycle } from './lifecycle';
import { OpsController } from './ops/ops.controller';
import { ProjectsModule } from './projects/projects.module';
import { READ_MODELS, type ReadModels } from './read-models/read-models';
import { SqliteReadModels } from './read-models/sqlite.read-models';
import { SearchModule } from './search/search.module';
import { Presence } from './sockets/presence';
import { PresenceController } from './sockets/presence.controller';
import { SocketsGateway } from './sockets/sockets.gateway';
import { StatisticsModule } from './statistics/statistics.module';
import { TasksModule } from './tasks/tasks.module';
import { UsersModule } from './users/users.module';

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
    const inData = (name: string) => join(config.dataDir, name);
    const ports = [
      { provide: CONFIG, useValue: config },
      { provide: Clock, useValue: clock },
      { provide: EVENT_LOG, useFactory: () => new SqliteEventLog(inData('log.sqlite')) },
      { provide: READ_MODELS, useFactory: () => new SqliteReadModels(inData('views.sqlite')) },
      { provide: SCRATCH_READ_MODELS, useValue: () => openScratch(inData('views-verify.sqlite')) },
      { provide: ACCOUNTS, useFactory: () => new SqliteAccounts(inData('accounts.sqlite')) },
      { provide: CLAIMS, useFactory: () => new SqliteClaims(inData('claims.sqlite')) },
      { provide: FILES, useFactory: () => new FolderFiles(inData('files')) },
      { provide: BROADCAST, useClass: ProcessBroadcast },
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
    return {
      module: AppModule,
      imports: [
        PortsModule.with(config, clock),
        CqrsModule.forRoot(),
        AuthModule,
        UsersModule,
        TasksModule,
        ProjectsModule,
        StatisticsModule,
        SearchModule,
        CalendarModule,
      ],
      controllers: [HealthController, OpsController, PresenceController],
      providers: [
        Lifecycle,
        Presence,
        SocketsGateway,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: StrictRequest },
        { provide: APP_PIPE, useClass: ShapePipe },
      ],
    };
  }
}
