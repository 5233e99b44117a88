import type { Decider } from '../kernel/decider';
import type { Message } from '../kernel/message';

/** The stream `installation`: its first event makes the first person the admin. */
export type InstallationEvent = Message<'InstallationFounded', { readonly adminId: number }>;

export interface Installation {
  readonly adminId: number | null;
}

export type InstallationCommand = { readonly type: 'found'; readonly userId: number };

export const installationStream = 'installation';

export const installationDecider: Decider<Installation, InstallationCommand, InstallationEvent, object> = {
  initial: { adminId: null },
  evolve: (state, event) => (event.type === 'InstallationFounded' ? { adminId: event.data.adminId } : state),
  decide: (state, command) =>
    state.adminId === null ? [{ type: 'InstallationFounded', data: { adminId: command.userId } }] : [],
};
