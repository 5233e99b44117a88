/** The allowed imports of the back end. Each rule has planted violations: pairs of a file and its text. */
const src = 'apps/backend/src';
const isTest = '\\.(spec|contract)\\.ts$|/testing/';
const places = ['kernel', 'stores', 'observability', 'engine', 'http', 'shared', 'features', 'operator'];

/** All sources of the back end except some folders. */
const allBut = (...allowed) => `^${src}/(?!(${allowed.join('|')})/)`;
const product = (place) => ({ path: `^${src}/${place}/`, pathNot: isTest });
const planted = (place, from) => [`${src}/${place}/planted-place.ts`, `import '${from}';\n`];

/** A folder and the folders that it may import; `libs` are the libraries that it may not. */
const place = (name, allowed, libs, plant) => ({
  name: `backend-${name}-from-above`,
  comment: `${name} imports of the back end: ${allowed.filter((one) => one !== name).join(', ') || 'nothing'}.`,
  from: product(name),
  to: { path: [allBut(...allowed), ...(libs ? [libs] : [])] },
  planted: plant,
});
const upTo = (name) => places.slice(0, places.indexOf(name) + 1);
const domainOnly = '^libs/(?!domain/)';

/** Orders the folders of a place: each may import those before it. */
const order = (name, folders, plant) =>
  folders.slice(0, -1).map((folder, index) => ({
    name: `backend-${name.replace('/', '-')}-${folder}-from-above`,
    comment: `In ${name}, ${folder} stands above ${folders.slice(index + 1).join(', ')}.`,
    from: product(`${name}/${folder}`),
    to: { path: `^${src}/${name}/(${folders.slice(index + 1).join('|')})/` },
    planted: [`${src}/${name}/${folder}/planted-order.ts`, `import '../${folders[index + 1]}/${plant[index]}';\n`],
  }));

const rules = [
  {
    name: 'backend-not-from-frontend',
    from: { path: '^apps/(backend|bench|demo|eventstoredb)/' },
    to: { path: '^apps/frontend/' },
    planted: [`${src}/planted-frontend.ts`, "import '../../frontend/vite.config';\n"],
  },
  place('kernel', ['kernel'], domainOnly, planted('kernel', '../stores/jobs/jobs')),
  place('stores', ['kernel', 'stores'], domainOnly, planted('stores/jobs', '../../observability/metrics')),
  place('observability', ['kernel', 'observability'], domainOnly, planted('observability', '../stores/jobs/jobs')),
  place('engine', upTo('engine'), null, planted('engine/commands', '../../http/statuses')),
  place('http', upTo('http'), null, planted('http', '../shared/user/people')),
  place('shared', upTo('shared'), null, planted('shared/user', '../../features/search/snippet')),
  place('features', upTo('features'), null, planted('features/search', '../../operator/health/health')),
  place('operator', upTo('operator'), null, planted('operator/health', '../../app.module')),
  {
    name: 'backend-stores-stand-alone',
    comment: 'A store knows no other one; what two need is a driver or in the kernel.',
    from: { path: `^${src}/stores/((?!drivers/)[^/]+)/`, pathNot: isTest },
    to: { path: `^${src}/stores/`, pathNot: `^${src}/stores/(drivers|$1)/` },
    planted: [`${src}/stores/mail/planted-store.ts`, "import '../jobs/jobs';\n"],
  },
  {
    name: 'backend-drivers-know-no-store',
    from: { path: `^${src}/stores/drivers/([^/]+)/`, pathNot: isTest },
    to: { path: `^${src}/stores/`, pathNot: `^${src}/stores/drivers/$1/` },
    planted: [`${src}/stores/drivers/sqlite/planted-driver.ts`, "import '../../jobs/jobs';\n"],
  },
  ...order(
    'engine',
    ['coordination', 'projections', 'followers', 'commands'],
    ['active-read-models', 'event-retries', 'id-sequences'],
  ),
  ...order(
    'shared',
    ['user', 'session', 'project', 'board', 'task', 'file'],
    ['sessions', 'visible-projects', 'board-answers', 'visible-tasks', 'uploads'],
  ),
  {
    name: 'backend-operator-folders-stand-above',
    comment: 'What lies beside the folders composes them.',
    from: product('operator/[^/]+'),
    to: { path: `^${src}/operator/[^/]+\\.ts$` },
    planted: [`${src}/operator/health/planted-above.ts`, "import '../lifecycle';\n"],
  },
  ...order('operator', ['ops', 'metrics', 'health', 'admin'], ['projection-lag', 'health', 'overview']),
  {
    name: 'backend-features-stand-alone',
    comment: 'What two features need stands below both.',
    from: { path: `^${src}/features/([^/]+)/`, pathNot: isTest },
    to: { path: `^${src}/features/`, pathNot: `^${src}/features/$1/` },
    planted: [`${src}/features/statistics/planted-feature.ts`, "import '../search/snippet';\n"],
  },
  {
    name: 'backend-feature-folders-import-one-way',
    comment: "A feature's own files compose its folders.",
    from: { path: `^${src}/features/([^/]+)/[^/]+/`, pathNot: isTest },
    to: { path: `^${src}/features/$1/[^/]+\\.ts$` },
    planted: [`${src}/features/auth/sso/planted-above.ts`, "import '../recovery';\n"],
  },
  ...order(
    'features/auth',
    ['mails', 'common', 'email', 'second-step', 'sso'],
    ['passwords', 'changed-emails', 'totp', 'sso-cookie'],
  ),
  ...order('features/webhooks', ['common', 'incoming', 'outgoing'], ['signatures', 'outbox']),
  {
    name: 'backend-adapters-picked-in-app-module-only',
    comment: 'Everything else knows the ports.',
    from: { path: `^${src}`, pathNot: `${isTest}|app\\.module\\.ts$` },
    to: {
      path: '/(sqlite|folder|process|eventstoredb|mongodb|redis|bullmq|s3|smtp)\\.(event-log|read-models|accounts|claims|files|broadcast|jobs|mail)\\.ts$',
    },
    planted: [`${src}/features/tasks/planted-adapter.ts`, "import '../../stores/event-log/sqlite.event-log';\n"],
  },
  {
    name: 'backend-drivers-known-to-stores-only',
    comment: 'What goes wrong in one is told in the words of the ports (kernel/store-errors.ts).',
    from: { path: allBut('stores'), pathNot: isTest },
    to: { path: `^${src}/stores/drivers/` },
    planted: [`${src}/operator/ops/planted-driver.ts`, "import '../../stores/drivers/sqlite/database';\n"],
  },
  {
    name: 'product-without-tests',
    comment: 'What is delivered holds no help of tests.',
    from: { path: `^(${src}|libs/[^/]+/src)/`, pathNot: `${isTest}|\\.samples\\.ts$` },
    to: { path: `^(apps|libs)/.*(${isTest}|\\.samples\\.ts$)` },
    planted: ['libs/domain/src/planted-test.ts', "import './task/task.samples';\n"],
  },
  {
    name: 'bench-and-demo-imported-by-nobody',
    from: { path: '^(apps|libs)/([^/]+)/' },
    to: { path: '^apps/(bench|demo)/', pathNot: '^apps/$2/' },
    planted: [`${src}/testing/planted-bench.ts`, "import '../../../bench/src/figures';\n"],
  },
  {
    name: 'bench-and-demo-without-samples',
    comment: 'They are built without the samples of events.',
    from: { path: '^apps/(bench|demo)/' },
    to: { path: '\\.samples\\.ts$', reachable: true },
    planted: ['apps/bench/src/planted-samples.ts', "import '../../backend/src/testing/recorded';\n"],
  },
  {
    name: 'eventstoredb-imported-by-tests-only',
    from: { path: '^(apps|libs)/', pathNot: `${isTest}|^apps/(bench|eventstoredb)/` },
    to: { path: '^apps/eventstoredb/' },
    planted: [`${src}/stores/event-log/planted-server.ts`, "import '../../../../eventstoredb/src/server';\n"],
  },
  {
    name: 'eventstoredb-stands-alone',
    from: { path: '^apps/eventstoredb/', pathNot: isTest },
    to: { path: '^(apps|libs)/', pathNot: '^apps/eventstoredb/' },
    planted: ['apps/eventstoredb/src/planted-alone.ts', "import '../../backend/src/kernel/clock';\n"],
  },
  {
    name: 'demo-texts-stand-alone',
    comment: 'What people write knows nothing of who writes when.',
    from: { path: '^apps/demo/src/texts/' },
    to: { path: '^apps/demo/src/', pathNot: '^apps/demo/src/texts/' },
    planted: ['apps/demo/src/texts/planted-text.ts', "import '../staff';\n"],
  },
  {
    name: 'no-circles',
    comment: 'Not of types either.',
    from: { path: '^(apps/(backend|bench|demo|eventstoredb|frontend/e2e)|libs)/' },
    to: { circular: true },
    planted: [
      `${src}/kernel/planted-circle-a.ts`,
      "import type { B } from './planted-circle-b';\nexport interface A {\n  readonly b: B;\n}\n",
      `${src}/kernel/planted-circle-b.ts`,
      "import type { A } from './planted-circle-a';\nexport interface B {\n  readonly a: A;\n}\n",
    ],
  },
];

module.exports = {
  forbidden: rules.map(({ planted: _, ...rule }) => ({ severity: 'error', ...rule })),
  planted: Object.fromEntries(rules.map((rule) => [rule.name, rule.planted])),
};
