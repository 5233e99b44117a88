/** Says something to screen readers, politely. The region stands in the root. */
export const announcerId = 'gos-announcer';

/** What comes meanwhile stands beneath: nothing is overwritten before it was heard. */
const keptForMs = 7_000;

export function announce(text: string): void {
  const region = document.getElementById(announcerId);
  if (!region) return;
  const announcement = document.createElement('p');
  announcement.textContent = text;
  region.append(announcement);
  setTimeout(() => announcement.remove(), keptForMs);
}
