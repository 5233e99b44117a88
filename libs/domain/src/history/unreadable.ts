import type { WithActivityClass } from '../kernel/activity';
import type { Message } from '../kernel/message';

/**
 * An event whose stored content cannot be read. Nothing follows from it but that something is there: readers of the log get it in the
 * place of the event, and none of them stops. It is never appended.
 */
export type Unreadable = Message<'Unreadable', { /** As it is stored. */ readonly type: string }>;

export const unreadableEvents: { readonly [T in Unreadable['type']]: WithActivityClass } = {
  Unreadable: { activity: 'edited' },
};

export const isUnreadable = ({ type }: { readonly type: string }) => type === 'Unreadable';
