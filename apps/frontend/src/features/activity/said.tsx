import type { FieldChange, Happening, PersonRef } from '@gos/contract';
import { ActivitySentence, FromTo } from '../../entities/task/activity-sentence';
import { useFieldName } from '../../entities/task/field-value';
import { ActivityTexts } from './activity-texts';
import { ThingLink } from './thing-link';

const valueIn = (item: Happening, field: string) => item.changes.find((change) => change.field === field)?.to;

/** The people whom a task was created for, where its creation names them. */
const createdForOf = (item: Happening) => ({
  ...(valueIn(item, 'contractor') ? { contractor: valueIn(item, 'contractor') as PersonRef } : {}),
  ...(valueIn(item, 'solver') ? { solver: valueIn(item, 'solver') as PersonRef } : {}),
});

/** Events whose sentences do not name the field that they change. */
const edits = /(Edited|SettingsChanged|PlanChanged|MemberChanged)$/;

/** The single change of a thing that is no task follows its sentence; tasks' sentences name their own. */
function singleChange({ thing, task, changes: [first, ...more] }: Happening): FieldChange | undefined {
  const isTasks = task !== null || thing.kind === 'task' || thing.kind === 'dependencies';
  return isTasks || more.length > 0 || first?.from === null || first?.from === undefined ? undefined : first;
}

/** The sentence of an event, with the change of a thing that is no task. */
export function Said({ item }: { readonly item: Happening }) {
  const single = singleChange(item);
  const fieldName = useFieldName();
  return (
    <>
      <ActivitySentence item={item} createdFor={createdForOf(item)} brief />
      {single && (
        <>
          {edits.test(item.event) ? ` – ${fieldName(single.field)}: ` : ' '}
          <FromTo change={single} />
        </>
      )}
    </>
  );
}

/** An event on one line outside the activity: its sentence and its thing. */
export const EventLine = ({ item }: { readonly item: Happening }) => (
  <ActivityTexts>
    <Said item={item} /> <ThingLink item={item} />
  </ActivityTexts>
);
