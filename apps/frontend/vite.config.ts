import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compiledMessages } from './messages-plugin';
import { builtReporting } from './reporting-plugin';

const lists = String.raw`index|given|planned|notified|to-accept|archive/\w+`;

/** Parts of Mantine that most components share, and those that the lists do not need first. */
const pieces = [
  'core/esm/core/(utils|Box|DirectionProvider|MantineProvider/color-functions)',
  'core/esm/components/(Accordion/AccordionChevron|Checkbox/CheckIcon|Radio/RadioIcon)',
  'hooks/esm/(utils|use-debounced-value|use-merged-ref|use-previous|use-window-event)',
].join('|');

/**
 * Modules that load together go into one chunk with their imports: a hundred small files cost more than their bytes.
 * The first matching part receives a module; the bundler divides the rest.
 */
const parts = [
  { name: 'start', test: /src\/main\.tsx$/ },
  { name: 'input', test: /components\/TextInput\/TextInput\.mjs$/ },
  {
    name: 'lists',
    test: new RegExp(
      String.raw`src/app/(app-layout|online-users)\.tsx$|routes/_app(/_lists(/tasks/(${lists}))?)?\.tsx\?tsr-split`,
    ),
  },
  // Parts with little else in common use these modules: none of them should load the others.
  { name: 'limits', test: /hooks\/esm\/use-uncontrolled\/|domain\/src\/kernel\/limits\.ts$/ },
  { name: 'pieces', test: new RegExp(String.raw`@mantine/(${pieces})\b`) },
  { name: 'small', test: /src\/(lib\/use-focus-return|features\/statistics\/statistics-keys)\.tsx?$/ },
  { name: 'floating', test: /@floating-ui\/react\/dist\// },
  { name: 'scroll', test: /components\/ScrollArea\/ScrollArea\.mjs$/ },
  { name: 'sign-in', test: /src\/features\/session\/login-screen\.tsx$/ },
  { name: 'draft-form', test: /src\/ui\/(send-form|form\/use-draft-form)\.tsx?$/ },
  { name: 'pickers', test: /src\/ui\/fields\/picker\.tsx$/ },
  { name: 'selects', test: /components\/Select\/Select\.mjs$/ },
  { name: 'menus', test: /src\/ui\/(check|choice)-menu\.tsx$/ },
  { name: 'tables', test: /src\/ui\/table\.tsx$/ },
  { name: 'dialogs', test: /src\/ui\/ask-dialog\.tsx$/ },
  { name: 'forms', test: /src\/ui\/(form-field|fields\/day-picker)\.tsx$/ },
  { name: 'icons', test: /@tabler\/icons-react\/dist\/esm\/icons\// },
].map((part, index, all) => ({ ...part, priority: all.length - index }));

const setup = ['src/testing/setup.ts'];
const tests = ['src/**/*.{test,spec}.{ts,tsx}'];
const kinds = ['src/features/tasks/plain-fields.test.tsx'];

export default defineConfig({
  plugins: [
    compiledMessages(),
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // A route's loader comes with its screen, not with every other screen.
        defaultBehavior: [['component', 'loader'], ['errorComponent'], ['notFoundComponent']],
      },
      quoteStyle: 'single',
      generatedRouteTree: 'src/route-tree.gen.ts',
      routeTreeFileHeader: [],
    }),
    react(),
    builtReporting(),
  ],
  resolve: { tsconfigPaths: true },
  build: {
    outDir: '../../dist/frontend',
    emptyOutDir: true,
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Tables and shapes of the libraries are made by calls as they are loaded; what nobody reads is left out all the same.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('/libs/') },
      output: { codeSplitting: { groups: parts } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://localhost:3000',
      '/admin/queues': 'http://localhost:3000',
      '/config.js': 'http://localhost:3000',
      '/manifest.webmanifest': 'http://localhost:3000',
      '/socket.io': { target: 'ws://localhost:3000', ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    globals: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
    // A limit for tests that hang. Busy machines slow every other test down many times over.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    retry: process.env.TEST_SECOND_TRY === 'true' ? 1 : 0,
    // The default leaves one of two cores idle.
    maxWorkers: 2,
    projects: [
      // Loading everything again for each file was more than half of the work. src/testing/setup.ts removes, as signing out does, what
      // one test may leave to the next.
      {
        extends: true,
        test: { name: 'screens', setupFiles: setup, include: tests, exclude: kinds, isolate: false },
      },
      // A registry with a field of each kind, which no other test is to see.
      {
        extends: true,
        test: { name: 'kinds', setupFiles: ['src/testing/every-kind.ts', ...setup], include: kinds, isolate: true },
      },
    ],
  },
});
