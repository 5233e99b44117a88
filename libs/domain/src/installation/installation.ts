import { aggregate, type CommandTable } from '../kernel/aggregate';
import { type EventTable, evolveOf } from '../kernel/events';
import type { Message } from '../kernel/message';

/** Events of the stream `installation`. Its first event makes the first person an admin. */
export type InstallationEvent = Message<'InstallationFounded', { readonly adminId: number }>;

export interface Installation {
  readonly adminId: number | null;
}

interface InstallationBodies {
  readonly found: { readonly userId: number };
}

export const installationStream = 'installation';

const installationEvents: EventTable<Installation, InstallationEvent> = {
  InstallationFounded: { fold: (_, { data: { adminId } }) => ({ adminId }) },
};

/** Only the first `found` appends an event; a later one changes nothing. */
const installationCommands: CommandTable<InstallationBodies, Installation, InstallationEvent, object, null> = {
  found: {
    right: null,
    decide: ({ adminId }, { userId }) =>
      adminId === null ? [{ type: 'InstallationFounded', data: { adminId: userId } }] : [],
  },
};

export const installationAggregate = aggregate({
  name: 'installation',
  streamOf: () => installationStream,
  initial: { adminId: null },
  evolve: evolveOf(installationEvents),
  commands: installationCommands,
});
