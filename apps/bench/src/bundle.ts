import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The checkout, from the compiled file in dist/modules/apps/bench/src. */
export const root = fileURLToPath(new URL('../../../../../', import.meta.url));

interface Bundle {
  readonly output: readonly { readonly code?: string }[];
}
type Build = (options: object) => Promise<Bundle | readonly Bundle[]>;

/** A program of the front end's libraries in one file, as the front end itself is built. */
export async function bundleOf(code: string): Promise<string> {
  const { build } = (await import(pathToFileURL(join(root, 'node_modules/vite/dist/node/index.js')).href)) as {
    build: Build;
  };
  const entry = 'virtual:bare';
  const bundled = await build({
    root: join(root, 'apps/frontend'),
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'bare',
        resolveId: (id: string) => (id === entry ? join(root, 'apps/frontend/bare.js') : null),
        load: (id: string) => (id.endsWith('/bare.js') ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const bundles = (Array.isArray(bundled) ? bundled : [bundled]) as readonly Bundle[];
  return bundles.flatMap(({ output }) => output.map((chunk) => chunk.code ?? '')).join('');
}
