import type { Settings } from '@gos/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const words = {
  cs: { newTask: 'Nový úkol', toAccept: 'K převzetí' },
  en: { newTask: 'New task', toAccept: 'To accept' },
} as const;

/** The first language of the request that the product knows; Czech otherwise. */
function languageOf({ headers }: FastifyRequest): keyof typeof words {
  const wanted = (headers['accept-language'] ?? '').split(',').map((one) => one.trim().slice(0, 2).toLowerCase());
  return wanted.find((one): one is keyof typeof words => one in words) ?? 'cs';
}

/** The web app manifest: https://www.w3.org/TR/appmanifest/ */
function manifest({ brandName }: Settings, language: keyof typeof words) {
  const { newTask, toAccept } = words[language];
  const png = (name: string, size: number, purpose: string) => ({
    src: `/icons/${name}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    id: '/',
    name: brandName,
    short_name: brandName,
    lang: language,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#101114',
    theme_color: '#101114',
    icons: [png('192', 192, 'any'), png('512', 512, 'any'), png('maskable-512', 512, 'maskable')],
    shortcuts: [
      { name: newTask, url: '/tasks/new', icons: [png('192', 192, 'any')] },
      { name: toAccept, url: '/tasks/to-accept', icons: [png('192', 192, 'any')] },
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'files', accept: ['*/*'] }] },
    },
  };
}

/**
 * Serves the manifest by which a phone installs the pages. The service worker answers what other apps share (`POST
 * /share`); where it is gone, a new task says that nothing came.
 */
export function serveInstallable(fastify: FastifyInstance, settings: { readonly now: Settings }): void {
  fastify.get('/manifest.webmanifest', (request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(JSON.stringify(manifest(settings.now, languageOf(request)))),
  );
  fastify.post('/share', (_, reply) => reply.redirect('/tasks/new?shared=1', 303));
}
