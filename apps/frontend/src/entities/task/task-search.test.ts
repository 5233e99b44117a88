import { defaultPreference, type ListFilters, preferenceOf, validateTaskListSearch, viewOf } from './task-search';
import { listQueryOf } from './tasks.api';

/** A value of each filter, as it is written in an address. */
const written: Readonly<Record<keyof ListFilters, unknown>> = {
  state: ['returned'],
  priority: ['9', '3'],
  project: '7',
};
const read: ListFilters = { state: ['returned'], priority: [3, 9], project: 7 };

it.each(Object.keys(written) as (keyof ListFilters)[])(
  'the filter %s is read from the address, remembered, and sent to the server',
  (name) => {
    const search = validateTaskListSearch({ [name]: written[name] });
    expect(search[name]).toEqual(read[name]);
    const view = viewOf(defaultPreference('tasks'), search);
    expect(listQueryOf('to-complete', view)[name]).toEqual(read[name]);
    const remembered = preferenceOf('tasks', { [name]: read[name] });
    expect(viewOf(remembered, {})[name]).toEqual(read[name]);
    expect(listQueryOf('to-complete', viewOf(defaultPreference('tasks'), {}))).not.toHaveProperty(name);
  },
);
