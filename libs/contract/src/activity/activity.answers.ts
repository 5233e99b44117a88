import { activityClasses, type TypeOf, thingKinds } from '@gos/domain';
import { choice, described, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page, taskRef } from '../kernel/answer';
import { activityItem } from '../task/task.answers';

const thing = answer('HappeningThing', {
  kind: choice(thingKinds),
  id: described(text(), { description: 'The number in the name of its stream; empty where there is only one' }),
  name: described(orNull(text()), { description: 'null for whom it is hidden, and where it has none' }),
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
});
export type Happening = TypeOf<typeof happening>;

export const activityAnswers = { search: page(happening), export: arrayOf(happening) };
