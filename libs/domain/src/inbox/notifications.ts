import { mapTable } from '../kernel/tables';

/** How a kind of notification is mailed. */
export const deliveries = ['at-once', 'daily', 'off'] as const;
export type Delivery = (typeof deliveries)[number];

/** The kinds of notifications, each with the delivery of people who have not chosen one. */
const usualDelivery = {
  assigned: 'at-once',
  returned: 'at-once',
  accepted: 'daily',
  'to-accept': 'at-once',
  comment: 'daily',
  mention: 'at-once',
  'deadline-moved': 'daily',
  'deadline-soon': 'at-once',
  'deadline-passed': 'daily',
  invited: 'at-once',
  participant: 'daily',
  'work-forgotten': 'daily',
  'days-missing': 'at-once',
  'time-corrected': 'daily',
  'month-closed': 'daily',
  'month-reopened': 'at-once',
  'absence-requested': 'at-once',
  'absence-approved': 'at-once',
  'absence-declined': 'at-once',
  'webhook-off': 'daily',
} as const satisfies Readonly<Record<string, Delivery>>;

export type NotificationKind = keyof typeof usualDelivery;
export const notificationKinds = Object.keys(usualDelivery) as readonly NotificationKind[];

export const isNotificationKind = (kind: string): kind is NotificationKind => Object.hasOwn(usualDelivery, kind);

export type NotificationDeliveries = Readonly<Record<NotificationKind, Delivery>>;

/**
 * The preference that holds the deliveries. It may hold any JSON, so a value that is no delivery counts as not chosen.
 */
export const notificationPreference = 'notifications';

export function deliveriesOf(kept: unknown): NotificationDeliveries {
  const wanted = (typeof kept === 'object' && kept !== null ? kept : {}) as Readonly<Record<string, unknown>>;
  return mapTable(
    usualDelivery,
    (kind) => deliveries.find((delivery) => delivery === wanted[kind]) ?? usualDelivery[kind],
  );
}
