// The service worker: a start page without a connection, and what other apps share with Gos.
// It keeps no answer of the server. Both caches together hold this page's files, and the one thing that was shared last,
// which lib/shared-content.ts removes.
const pageCache = 'gos-offline-1';
const sharedCache = 'gos-shared';
const page = '/offline.html';
const files = [page, '/offline.js', '/theme.js', '/icon.svg'];

self.addEventListener('install', (event) => {
  // Requests that need no handler do not wait for this program.
  event.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    { condition: { urlPattern: '/assets/*' }, source: 'network' },
    { condition: { urlPattern: '/socket.io/*' }, source: 'network' },
  ]);
  const kept = caches.open(pageCache).then((cache) => cache.addAll(files.map((file) => new Request(file, { cache: 'reload' }))));
  event.waitUntil(kept.then(() => self.skipWaiting()));
});

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith('gos-offline-') && name !== pageCache);
  await Promise.all(old.map((name) => caches.delete(name)));
  // The browser requests a page while this program starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}
self.addEventListener('activate', (event) => event.waitUntil(begin()));

/** The page from the server; the start page where it cannot be reached. */
async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(page, { cacheName: pageCache })) ?? Response.error();
  }
}

/** Keeps the shared content instead of the one before, and opens a new task that begins with it. */
async function share(request) {
  const id = Date.now();
  try {
    const form = await request.formData();
    await caches.delete(sharedCache);
    const cache = await caches.open(sharedCache);
    const sent = form.getAll('files').filter((file) => file instanceof File && file.size > 0);
    await Promise.all(
      sent.map((file, index) => {
        const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) };
        return cache.put(`/share/${id}/${index}`, new Response(file, { headers }));
      }),
    );
    const text = (name) => String(form.get(name) ?? '');
    const content = { title: text('title'), text: text('text'), url: text('url'), files: sent.length };
    await cache.put(`/share/${id}`, Response.json(content));
  } catch {
    // The new task says that nothing came.
  }
  return Response.redirect(`/tasks/new?shared=${id}`, 303);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin || /^\/(api|admin\/queues|socket\.io)\//.test(pathname)) return;
  if (request.method === 'POST' && pathname === '/share') event.respondWith(share(request));
  else if (request.mode === 'navigate' && request.method === 'GET') event.respondWith(open(event));
  else if (files.includes(pathname)) {
    event.respondWith(fetch(request).catch(() => caches.match(pathname, { cacheName: pageCache }).then((kept) => kept ?? Response.error())));
  }
});
