// Runs before the first paint: the document's root is dark until the resolved theme is set here.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('gos-theme');
  } catch {}
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const resolved = stored === 'dark' || stored === 'light' ? stored : stored === 'system' ? system : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', resolved);
  document.documentElement.style.colorScheme = resolved;
  const colour = document.querySelector('meta[name="theme-color"]');
  if (colour) colour.content = resolved === 'dark' ? '#101114' : '#fbfbfc';
})();
