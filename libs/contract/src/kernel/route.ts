/** Method and path of an operation. A path parameter, in braces, is a number when its name is an id, otherwise a word. */
export type Route = `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`;

/** The routes of a resource, among them one for each of these commands: a forgotten one does not compile. */
export type RoutesOf<Command extends string> = Readonly<Record<Exclude<Command, 'undo'>, Route>> &
  Readonly<Record<string, Route>>;

type InBraces<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | InBraces<Rest> : never;

/** The path parameters of a route. */
export type InPath<R extends Route, Id = number> = {
  readonly [N in InBraces<R>]: N extends 'id' | `${string}Id` ? Id : string;
};

/** The path of a route below `/api`, with its parameters. */
export const pathOf = <R extends Route>(route: R, inPath: InPath<R, number | string>): string =>
  route
    .slice(route.indexOf('/'))
    .replace(/\{(\w+)\}/g, (_, name: keyof typeof inPath) => encodeURIComponent(String(inPath[name])));
