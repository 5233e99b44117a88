import { useEffect } from 'react';
import { reloadIfReachable } from '../lib/chunk-reload';

const retryMs = 5_000;

/** Shown when the texts of the application could not be loaded, hence in both languages. Reloads the page once the server answers. */
export function NotLoaded() {
  useEffect(() => {
    const timer = setInterval(() => void reloadIfReachable(), retryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <main role="alert" style={{ padding: 32, font: '16px system-ui', color: 'CanvasText', background: 'Canvas' }}>
      <p lang="cs">Gos se nepodařilo načíst. Zkoušíme to znovu sami.</p>
      <p lang="en">Gos could not be loaded. We keep trying by ourselves.</p>
    </main>
  );
}
