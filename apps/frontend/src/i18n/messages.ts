import type cs from './cs.json';
import type { english } from './english';

/** A text or the code of a refusal; where catalogues are loaded, one that lacks some of them does not compile. */
export type MessageId = keyof typeof cs | keyof typeof english;
export type MessageValues = Readonly<Record<string, string | number | Date | null | undefined>>;

/** The texts of one language. Built, those that take values are parsed already. */
export type Messages<Id extends string = MessageId> = Readonly<Record<Id, string>>;

export type Say<Id extends string = MessageId> = (id: Id, values?: MessageValues) => string;
