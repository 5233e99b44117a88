import { activityClasses, type TypeOf, thingKinds } from '@gos/domain';
import { choice, described, flag, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page, person, taskRef } from '../kernel/answer';
import { activityItem } from '../task/task.answers';

const thing = answer('HappeningThing', {
  kind: choice(thingKinds),
  id: described(text(), { description: 'The number in the name of its stream; empty where there is only one' }),
  name: described(orNull(text()), { description: 'null for whom it is hidden, and where it has none' }),
});

const source = answer('HappeningSource', {
  kind: choice(['token', 'webhook']),
  id: text(),
  name: described(orNull(text()), { description: 'null where it is not known any more' }),
});

/** An event: an entry of a task's history, or an event of any other thing in the same shape. */
export const happening = answer('Happening', {
  ...activityItem.fields,
  class: described(orNull(choice(activityClasses)), { description: 'null for events without a class' }),
  taskId: orNull(integer()),
  position: described(text(), { description: 'The place in the log' }),
  thing,
  task: orNull(taskRef),
  project: described(orNull(taskRef), { description: 'The project that the thing was in after the event' }),
  source: described(orNull(source), {
    description: 'The API token or webhook that the command came through; shown to auditors and admins',
  }),
});
export type Happening = TypeOf<typeof happening>;

const token = answer('ActivityToken', {
  id: text(),
  name: text(),
  owner: person,
  ended: described(flag, { description: 'It was revoked or has expired' }),
});
const webhook = answer('ActivityWebhook', { id: integer(), name: text(), project: taskRef, deleted: flag });
const sources = answer('ActivitySources', { tokens: arrayOf(token), webhooks: arrayOf(webhook) });
export type ActivitySources = TypeOf<typeof sources>;

export const activityAnswers = { search: page(happening), export: arrayOf(happening), sources };
