import type { MouseEvent } from 'react';
import { continueSession } from '../../../lib/api';
import { serverNow } from '../../../lib/server-clock';
import { appGuard, sessionCookies } from '../../../lib/session';
import { showProblem } from '../../../ui/toast';

/** Requests of ours ask for a new access when the old one has expired; what the browser reads by itself cannot. */
const hasAccess = () => appGuard(sessionCookies(), serverNow()) === 'stay';

/** Before a file is shown. */
export async function renewAccess(): Promise<void> {
  if (!hasAccess()) await continueSession();
}

/** Before the browser follows a link to a file. */
export function renewFirst(event: MouseEvent<HTMLAnchorElement>, failure: string): void {
  if (hasAccess()) return;
  event.preventDefault();
  const link = event.currentTarget;
  void continueSession().then((ready) => {
    if (ready && hasAccess()) link.click();
    else showProblem(null, failure);
  });
}
