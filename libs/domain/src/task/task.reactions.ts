/** The emojis by which people react to a comment, in their order on the screen. */
export const emojis = ['👍', '👎', '😄', '🎉', '😕', '❤️', '🚀', '👀'] as const;
export type Emoji = (typeof emojis)[number];

/** A person by their id, or with it. */
type Person = number | { readonly id: number };
const idOf = (person: Person) => (typeof person === 'number' ? person : person.id);

export interface Reaction<P extends Person = number> {
  readonly emoji: Emoji;
  /** in the order in which they reacted */
  readonly users: readonly P[];
}

const withoutSelector = (text: string) => text.replace(/\uFE0F/g, '');

/** The emoji that was typed, with or without its selector of presentation; undefined for any other text. */
export const emojiOf = (typed: string): Emoji | undefined =>
  emojis.find((emoji) => withoutSelector(emoji) === withoutSelector(typed));

export function hasReacted(reactions: readonly Reaction<Person>[], emoji: Emoji, person: Person | null): boolean {
  const users = reactions.find((one) => one.emoji === emoji)?.users ?? [];
  return person !== null && users.some((user) => idOf(user) === idOf(person));
}

/** The reactions after that person has given theirs; emojis and people are in the order in which they came. */
export function withReaction<P extends Person>(reactions: readonly Reaction<P>[], emoji: Emoji, person: P) {
  if (hasReacted(reactions, emoji, person)) return reactions;
  const found = reactions.find((one) => one.emoji === emoji);
  if (!found) return [...reactions, { emoji, users: [person] }];
  return reactions.map((one) => (one === found ? { emoji, users: [...one.users, person] } : one));
}

/** The reactions after that person has taken theirs back. */
export const withoutReaction = <P extends Person>(reactions: readonly Reaction<P>[], emoji: Emoji, person: P) =>
  reactions
    .map((one) =>
      one.emoji === emoji ? { emoji, users: one.users.filter((user) => idOf(user) !== idOf(person)) } : one,
    )
    .filter(({ users }) => users.length > 0);
