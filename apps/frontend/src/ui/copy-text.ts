import { showRefusal, showToast } from './toast';

/** Puts a text into the clipboard and says whether that went well; what was not copied can still be selected. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ message: done });
  } catch {
    showRefusal(failed);
  }
}
