/** The allowed imports of the front end (architecture: Places), each rule with a violation to plant. */
const src = '^apps/frontend/src';
const tests = '\\.test\\.tsx?$|/testing/';

/** Each folder may import those before it. */
const places = ['lib', 'i18n', 'ui', 'entities', 'features', 'app', 'routes'];
const entities = ['installation', 'user', 'project', 'board', 'task', 'work'];
/** Entry files: they import all folders, and no file imports them. */
const beginning = '(app|main|router)\\.tsx?$';

const forbidden = [];
const planted = {};

/** @param files those of the violation: their paths below src and their texts */
function forbid(rule, files) {
  forbidden.push({ severity: 'error', ...rule });
  planted[rule.name] = Object.entries(files).flatMap(([path, text]) => [`apps/frontend/src/${path}.ts`, text]);
}

for (const [index, place] of places.entries()) {
  const later = places.slice(index + 1).map((other) => `${other}/`);
  const next = places[index + 1];
  forbid(
    {
      name: `frontend-${place}-imports-left`,
      comment: `One way: ${places.join(' ← ')}.`,
      from: { path: `${src}/${place}/`, pathNot: tests },
      to: { path: `${src}/(${[...later, beginning].join('|')})` },
    },
    next === undefined
      ? { [`${place}/planted-left`]: "import '../router';\n" }
      : {
          [`${place}/planted-left`]: `import '../${next}/planted-right';\n`,
          [`${next}/planted-right`]: 'export const right = 1;\n',
        },
  );
}

for (const [index, entity] of entities.slice(0, -1).entries()) {
  const next = entities[index + 1];
  forbid(
    {
      name: `frontend-${entity}-imports-left`,
      comment: `One way: ${entities.join(' ← ')}.`,
      from: { path: `${src}/entities/${entity}/`, pathNot: tests },
      to: { path: `${src}/entities/(${entities.slice(index + 1).join('|')})/` },
    },
    {
      [`entities/${entity}/planted-left`]: `import '../${next}/planted-right';\n`,
      [`entities/${next}/planted-right`]: 'export const right = 1;\n',
    },
  );
}

forbid(
  {
    name: 'frontend-features-apart',
    comment: 'What two features need stands below both; where one shows another, a route fills the place.',
    from: { path: `${src}/features/([^/]+)/`, pathNot: tests },
    to: { path: `${src}/features/`, pathNot: `${src}/features/$1/` },
  },
  {
    'features/home/planted-apart': "import '../people/planted-apart';\n",
    'features/people/planted-apart': 'export const apart = 1;\n',
  },
);

forbid(
  {
    name: 'frontend-places-known',
    comment: 'A place that no rule knows is kept by none.',
    from: { path: `${src}/`, pathNot: `${src}/((${places.join('|')}|testing)/|${beginning})` },
    to: {},
  },
  { 'planted-place': "import './lib/key';\n" },
);

forbid(
  {
    name: 'frontend-testing-in-tests-only',
    from: { path: `${src}/`, pathNot: tests },
    to: { path: `${src}/testing/` },
  },
  { 'lib/planted-testing': "import '../testing/server';\n" },
);

forbid(
  {
    name: 'frontend-no-circles',
    comment: 'Those of types alone included: what names each other belongs together or below both.',
    from: { path: `${src}/` },
    to: { circular: true },
  },
  {
    'lib/planted-one': "import type { Other } from './planted-other';\nexport type One = { other: Other };\n",
    'lib/planted-other': "import type { One } from './planted-one';\nexport type Other = { one?: One };\n",
  },
);

module.exports = { forbidden, planted };
