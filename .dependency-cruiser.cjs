const backEnd = require('./scripts/boundaries.back.cjs');
const frontEnd = require('./scripts/boundaries.front.cjs');

/** Who may import whom (architecture: Places). Each rule has a planted violation in scripts/boundaries.mjs. */
module.exports = {
  forbidden: [
    ...backEnd.forbidden,
    {
      name: 'domain-imports-nothing',
      comment: 'Pure functions over data: no framework, no Node, no other part of Gos.',
      severity: 'error',
      from: { path: '^libs/domain/src', pathNot: '\\.spec\\.ts$|/testing/' },
      to: { pathNot: '^libs/domain/src' },
    },
    {
      name: 'contract-imports-domain-only',
      comment: 'Both sides of the wire read it: plain data over the domain.',
      severity: 'error',
      from: { path: '^libs/contract/src', pathNot: '\\.spec\\.ts$|/testing/' },
      to: { pathNot: '^libs/(domain|contract)/src' },
    },
    {
      name: 'projections-import-domain-only',
      comment: 'Documents are made from events alone.',
      severity: 'error',
      from: { path: '^libs/projections/src', pathNot: '\\.spec\\.ts$|/testing/' },
      to: { pathNot: '^libs/(domain|projections)/src' },
    },
    {
      name: 'frontend-not-from-backend',
      severity: 'error',
      from: { path: '^apps/frontend', pathNot: '^apps/frontend/e2e/' },
      to: { path: '^apps/backend' },
    },
    {
      name: 'journeys-servers-of-tests-only',
      comment: 'Journeys meet the same strangers as the tests of the back end, and Gos as a process.',
      severity: 'error',
      from: { path: '^apps/frontend/e2e/' },
      to: { path: '^apps/backend', pathNot: '^apps/backend/src/testing/servers/' },
    },
    {
      name: 'frontend-types-of-projections-only',
      comment: 'The browser folds no projections; it knows the shapes of the answers.',
      severity: 'error',
      from: { path: '^apps/frontend/src', pathNot: '\\.(spec|test)\\.tsx?$|/testing/' },
      to: { path: '^libs/projections', dependencyTypesNot: ['type-only'] },
    },
    ...frontEnd.forbidden,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.gen\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
