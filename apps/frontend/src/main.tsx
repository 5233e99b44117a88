import '@fontsource-variable/inter/wght.css';
import './ui/mantine.css';
import './ui/styles.css';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { askedLanguage, detectLanguage, rememberLanguage } from './i18n/detect-language';
import { loadMessages } from './i18n/message-loader';
import { handleChunkLoadErrors } from './lib/chunk-reload';
import { reportError, startErrorReporting } from './lib/error-reporting';
import { ignoreComposingKeys } from './lib/input-method';
import { makeInstallable } from './lib/installed';
import { showMomentOf } from './lib/past';
import { createQueryClient } from './lib/query-client';
import { runtimeConfig } from './lib/runtime-config';
import { createAppRouter } from './router';
import { NotLoaded } from './ui/not-loaded';

showMomentOf(window.location.search);
handleChunkLoadErrors();
ignoreComposingKeys();
makeInstallable();
void startErrorReporting();
const language = detectLanguage();
const messages = loadMessages(language);
if (askedLanguage()) rememberLanguage(language);

document.title = runtimeConfig().brandName;
const queryClient = createQueryClient();
const router = createAppRouter(queryClient);
const root = createRoot(document.getElementById('root')!);

try {
  root.render(<App router={router} queryClient={queryClient} language={language} messages={await messages} />);
} catch (error) {
  reportError(error);
  root.render(<NotLoaded />);
}
