export const deliveryDirections = ['in', 'out'] as const;
export type DeliveryDirection = (typeof deliveryDirections)[number];

/** `delivered`: acted on, or taken by the target. `failed`: for good. `ignored`: nothing follows from it. */
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'ignored'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The effects of an incoming delivery on a task. */
export const deliveryDeeds = [
  'created',
  'edited',
  'commented',
  'completed',
  'moved',
  'returned',
  'restored',
  'linked',
] as const;
export type DeliveryDeed = (typeof deliveryDeeds)[number];
