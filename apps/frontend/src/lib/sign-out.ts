/**
 * One person may leave and another sign in without the page being loaded anew: nothing that modules keep of the first, and nothing
 * that is still done in their name, reaches the second.
 */
const forgets: (() => void)[] = [];
let visit = 0;

/** For what a module keeps of who is signed in. */
export function onSignOut(forget: () => void): void {
  forgets.push(forget);
}

/** As what is awaited; never settled once the person has left, so that nothing more follows from it. */
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

export function runSignOutHandlers(): void {
  visit++;
  for (const forget of forgets) forget();
}
