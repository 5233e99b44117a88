/** Whether two values are the same JSON, objects with their keys in the same order. */
export const same = (a: unknown, b: unknown) => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

export const without = (ids: readonly number[], id: number) => ids.filter((other) => other !== id);
