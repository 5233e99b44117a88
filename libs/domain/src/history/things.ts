/** The kinds of things that have a stream of events. */
export const thingKinds = [
  'task',
  'project',
  'board',
  'repeatedTask',
  'user',
  'webhook',
  'position',
  'worklog',
  'plans',
  'inbox',
  'audit',
  'dependencies',
  'installation',
] as const;
export type ThingKind = (typeof thingKinds)[number];

/** The thing whose stream has this name; its id is empty where there is only one. */
export function thingOf(stream: string): { readonly kind: ThingKind; readonly id: string } {
  const [name, id = ''] = stream.split('-');
  return { kind: thingKinds.find((kind) => kind === name) ?? 'installation', id };
}
