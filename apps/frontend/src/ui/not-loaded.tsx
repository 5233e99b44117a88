import { useEffect } from 'react';
import { reloadIfReachable } from '../lib/chunk-reload';

const retryMs = 5_000;

/** Instead of the application when its texts could not be loaded, in both languages for that reason; the page is loaded anew once it can be. */
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
