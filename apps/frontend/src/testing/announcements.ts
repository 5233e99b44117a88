import { announcerId } from '../lib/announce';

/** Returns the last announcement to screen readers. */
export const lastAnnounced = () => document.getElementById(announcerId)?.lastElementChild?.textContent;
