import { ApiExtension } from '@nestjs/swagger';

/** Marks what decorators know of a route; the OpenAPI document is completed by them and does not contain them. */
export const marks = {
  public: 'x-gos-public',
  fromAnywhere: 'x-gos-from-anywhere',
  command: 'x-gos-command',
} as const;

/** Class or method decorator: the route needs no session. */
export const marksPublic = () => ApiExtension(marks.public, true);

/** Class or method decorator: changes by this route need no X-Requested-With header. */
export const marksFromAnywhere = () => ApiExtension(marks.fromAnywhere, true);

/** On a parameter: its route takes the headers of a command. */
export const marksCommand: ParameterDecorator = (target, key) =>
  ApiExtension(marks.command, true)(target, key!, Object.getOwnPropertyDescriptor(target, key!)!);
