/**
 * Another person may sign in without a reload of the page: nothing that modules keep of the first one, and nothing that is still
 * done in their name, may reach the second.
 */
const forgets: (() => void)[] = [];
let visit = 0;
let reading = new AbortController();

/** Registers a handler that clears what a module keeps of the signed-in person. */
export function onSignOut(forget: () => void): void {
  forgets.push(forget);
}

/** Settles as `awaited` does; never when the person has signed out meanwhile. */
export function whileSignedIn<T>(awaited: Promise<T>): Promise<T> {
  const before = visit;
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => before === visit && how();
    awaited.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}

/** Aborts once the person signs out: what is read for them then would be refused. */
export const untilSignOut = (): AbortSignal => reading.signal;

/** Stops all reading until `allowReading`: the screens of the person signing out keep fetching while they are visible. */
export function runSignOutHandlers(): void {
  visit++;
  reading.abort();
  for (const forget of forgets) forget();
}

/** Called when the screens of the signed-out person are gone, or a person has signed in. */
export function allowReading(): void {
  if (reading.signal.aborted) reading = new AbortController();
}
