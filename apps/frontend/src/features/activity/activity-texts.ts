import type { ActivityEvent } from '@gos/domain';
import type { EventType } from '@gos/projections';
import { createTexts } from '../../i18n';
import cs from './cs.json';
import en from './en.json';

/** Events that no task's history shows. Their sentences are here; a type of event without one does not compile. */
type Sentences = Readonly<Record<`task.activity.${Exclude<EventType, ActivityEvent['type']>}`, string>>;

export const [ActivityTexts, useActivityT] = createTexts({ cs: cs satisfies Sentences, en: en satisfies Sentences });
