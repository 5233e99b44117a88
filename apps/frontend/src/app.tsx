import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import type { Language, Messages } from './i18n';
import { runtimeConfig } from './lib/runtime-config';
import type { AppRouter } from './router';
import { colorSchemeManager } from './ui/color-scheme';
import { LanguageProvider, useLanguage } from './ui/language';
import { cssVariables, theme } from './ui/theme';

const Devtools = lazy(() =>
  import('@tanstack/react-query-devtools/production').then((module) => ({ default: module.ReactQueryDevtools })),
);

interface AppProps {
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
  readonly language: Language;
  readonly messages: Messages;
  readonly env?: 'test';
}

/** Routes may choose the language before they show anything. */
function Screens({ router }: Pick<AppProps, 'router'>) {
  const language = useLanguage();
  return <RouterProvider router={router} context={{ language }} />;
}

export function App({ router, queryClient, language, messages, env }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LanguageProvider initial={language} messages={messages}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariables}
            colorSchemeManager={colorSchemeManager}
            defaultColorScheme="light"
            env={env}
          >
            <Screens router={router} />
          </MantineProvider>
        </LanguageProvider>
        {env !== 'test' && runtimeConfig().mode === 'development' && (
          <Suspense>
            <Devtools />
          </Suspense>
        )}
      </QueryClientProvider>
    </StrictMode>
  );
}
