/** Says something to screen readers, politely. The region stands in the root. */
export const announcerId = 'gos-announcer';

export function announce(text: string): void {
  const region = document.getElementById(announcerId);
  if (!region) return;
  region.textContent = '';
  // Two equal messages in a row are two messages.
  requestAnimationFrame(() => {
    region.textContent = text;
  });
}
