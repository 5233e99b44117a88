/** Id of the polite live region in the root route, which screen readers read out. */
export const announcerId = 'gos-announcer';

/** How long an announcement stays. Later ones are appended, so that none replaces one that is still to be read out. */
const keptForMs = 7_000;

export function announce(text: string): void {
  const region = document.getElementById(announcerId);
  if (!region) return;
  const announcement = document.createElement('p');
  announcement.textContent = text;
  region.append(announcement);
  setTimeout(() => announcement.remove(), keptForMs);
}
