import { EventEmitter } from 'node:events';
import 'reflect-metadata';
import { performance } from 'node:perf_hooks';
import { canOfTask } from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel } from '@gos/projections';
import type { ExecutionContext, INestApplicationContext } from '@nestjs/common';
import { ModuleRef, NestFactory } from '@nestjs/core';
import { AppModule } from '../../backend/src/app.module';
import { ActiveReadModels } from '../../backend/src/engine/projections/active-read-models';
import { AuthModule } from '../../backend/src/features/auth/auth.module';
import { SessionGuard } from '../../backend/src/features/auth/session.guard';
import { AccessChecks } from '../../backend/src/shared/session/access-checks';
import { ApiTokens } from '../../backend/src/shared/session/api-tokens';
import { Sessions } from '../../backend/src/shared/session/sessions';
import { Chance } from '../../backend/src/testing/chance';
import { configOf } from './ports';
import type { OpenTask } from './seed';

export interface PermissionCosts {
  /** Authentication by cookies and by an API token: microseconds of a request. */
  readonly byCookies: number;
  readonly byToken: number;
  /** Visibility of a task and rights to it: microseconds of a detail. */
  readonly ofTask: number;
}

const tokens = 50;
const documents = 1_000;

/** The checks of a request alone, like the application runs them, on a stopped installation. */
export async function permissionCosts(given: {
  folder: string;
  people: number;
  tasks: readonly OpenTask[];
  milliseconds: number;
}): Promise<PermissionCosts> {
  const app = await NestFactory.createApplicationContext(AppModule.with(configOf(given.folder)), { logger: ['error'] });
  try {
    const chance = new Chance(5);
    const guard = await app.select(AuthModule).get(ModuleRef, { strict: true }).create(SessionGuard);
    const [cookies, bearers] = await Promise.all([cookiesOf(app, given.people), bearersOf(app)]);
    const seen = await seenTasks(app, given.tasks.slice(0, documents));
    const check = (headers: readonly Readonly<Record<string, string>>[]) =>
      microsecondsOf(given.milliseconds, async () => {
        const { context, end } = requestWith(chance.of(headers));
        await guard.canActivate(context);
        end();
      });
    return {
      byCookies: await check(cookies),
      byToken: await check(bearers),
      ofTask: await microsecondsOf(given.milliseconds, () => {
        const { document, contractorId } = chance.of(seen);
        const reader = { id: contractorId, role: 'member', projects: {} } as const;
        const around = { waiting: document.waiting, openSubtasks: 0 };
        if (!isVisibleTo(document, reader) || !canOfTask(document.task, reader, around)) throw new Error('Hidden');
      }),
    };
  } finally {
    await app.close();
  }
}

async function cookiesOf(app: INestApplicationContext, people: number) {
  const sessions = app.get(Sessions);
  const checks = app.get(AccessChecks);
  const started = Array.from({ length: people }, async (_, index) =>
    sessions.start(await checks.begin(index + 1), 'bench'),
  );
  return (await Promise.all(started)).map(({ accessToken }) => ({ cookie: `accessToken=${accessToken}` }));
}

async function bearersOf(app: INestApplicationContext) {
  const all = app.get(ApiTokens);
  const expiresAt = new Date(Date.now() + 24 * 60 * 60 * 1_000).toISOString();
  const checks = app.get(AccessChecks);
  const made = Array.from({ length: tokens }, async (_, index) =>
    all.create(await checks.begin(index + 1), { name: 'bench', scope: 'read', expiresAt }),
  );
  return (await Promise.all(made)).flatMap((one) => (one ? [{ authorization: `Bearer ${one.token}` }] : []));
}

async function seenTasks(app: INestApplicationContext, tasks: readonly OpenTask[]) {
  const readModels = app.get(ActiveReadModels);
  const found = tasks.map(async ({ taskId, contractorId }) => {
    const document = await readModels.get<TaskDocument>(taskModel, taskId);
    return document ? [{ document, contractorId }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** A request with its end: until then it takes one of its person's turns. */
function requestWith(headers: Readonly<Record<string, string>>) {
  const route = { method: 'GET', url: '/api/tasks/1', routeOptions: { url: '/api/tasks/:id' } };
  const request = { ...route, headers, isMultipart: () => false };
  const raw = new EventEmitter();
  const handler = () => undefined;
  const context = {
    getType: () => 'http',
    getHandler: () => handler,
    getClass: () => Object,
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => ({ header: () => undefined, raw }) }),
  } as unknown as ExecutionContext;
  return { context, end: () => raw.emit('close') };
}

/** Average microseconds of one run, measured over a time; a tenth of it before that does not count. */
async function microsecondsOf(milliseconds: number, work: () => unknown): Promise<number> {
  let done = 0;
  const during = async (time: number) => {
    const started = performance.now();
    for (done = 0; performance.now() < started + time; done += 100) for (let n = 0; n < 100; n++) await work();
    return ((performance.now() - started) * 1_000) / done;
  };
  await during(milliseconds / 10);
  return during(milliseconds);
}
