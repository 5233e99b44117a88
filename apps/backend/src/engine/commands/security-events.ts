import type { InstallationEvent, Message, RecordedEvent, UserEvent, WebhookEvent } from '@gos/domain';
import type { SecurityEvent, SecurityLog } from '../../observability/security-log';

type Watched = InstallationEvent | UserEvent | WebhookEvent;
type Told = {
  readonly [T in Watched['type']]?: {
    readonly name: SecurityEvent;
    readonly what?: (data: Extract<Watched, { type: T }>['data']) => string;
  };
};

/** The events of the log that the security log contains too. */
const told: Told = {
  InstallationFounded: { name: 'installation.founded' },
  SettingsChanged: { name: 'settings.changed', what: ({ changes }) => changes.map(({ name }) => name).join(' ') },
  UserRegistered: { name: 'person.registered', what: ({ role }) => role },
  UserRoleChanged: { name: 'person.role-changed', what: ({ from, to }) => `${from} ${to}` },
  UserEmailChanged: { name: 'person.email-changed', what: ({ how }) => how },
  UserDeactivated: { name: 'person.deactivated' },
  UserActivated: { name: 'person.activated' },
  UserErased: { name: 'person.erased' },
  WebhookSecretRotated: { name: 'secret.rotated', what: () => 'webhook' },
};

/** Writes an event that was just appended to the security log, once. */
export function tellSecurity(log: Pick<SecurityLog, 'write'>, event: RecordedEvent): void {
  const one = (told as Record<string, { name: SecurityEvent; what?: (data: Message['data']) => string } | undefined>)[
    event.type
  ];
  if (!one) return;
  const person = /^user-(\d+)$/.exec(event.stream)?.[1];
  log.write(one.name, {
    ...(person !== undefined && { person: Number(person) }),
    by: event.metadata.actor ?? undefined,
    what: one.what?.(event.data),
  });
}
