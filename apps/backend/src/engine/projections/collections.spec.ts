import { readModels } from '@gos/projections';
import { expect, test } from '@jest/globals';
import { fieldsOf } from '../../stores/read-models/model-fields';
import { buildOf, firstBuild, versionOf } from './collections';

test.each(readModels.map((model) => [model.name, model] as const))(
  'every field that %s declares without an index is one to filter and sort by',
  (_, model) => {
    const { unindexedFields = [] } = model;
    expect(unindexedFields.map((field) => fieldsOf(model).get(field))).toEqual(unindexedFields.map(() => 'value'));
  },
);

test('the number of a collection tells the version of its model and how often it was built', () => {
  const builds = [firstBuild(5), firstBuild(5) + 1];
  expect(builds.map(versionOf)).toEqual([5, 5]);
  expect(builds.map(buildOf)).toEqual([1, 2]);
});
