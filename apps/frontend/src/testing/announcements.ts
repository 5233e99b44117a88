import { announcerId } from '../lib/announce';

/** What screen readers were told last. */
export const lastAnnounced = () => document.getElementById(announcerId)?.lastElementChild?.textContent;
