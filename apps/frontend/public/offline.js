// The start page without a connection: its language, and the way back once the server answers.
(() => {
  const known = (value) => ['cs', 'en'].find((language) => value?.toLowerCase().split('-')[0] === language);
  const stored = () => {
    try {
      return localStorage.getItem('lng');
    } catch {
      return null;
    }
  };
  // As detect-language.ts finds it.
  const language =
    known(new URLSearchParams(location.search).get('lng')) ??
    known(/(?:^|; )lng=([^;]*)/.exec(document.cookie)?.[1]) ??
    known(stored()) ??
    known(navigator.languages?.find(known) ?? navigator.language) ??
    'cs';
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll('[data-cs]')) element.textContent = element.dataset[language];

  const retryMs = 5_000;
  async function openIfReachable() {
    const answer = await fetch('/config.js', { cache: 'no-store' }).catch(() => null);
    if (answer?.ok) location.reload();
  }
  document.querySelector('button').addEventListener('click', () => location.reload());
  window.addEventListener('online', openIfReachable);
  setInterval(openIfReachable, retryMs);
})();
