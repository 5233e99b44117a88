import type { JSHandle, Locator, Page } from 'playwright-core';

export interface Given {
  readonly name: string;
  readonly type?: string;
  /** Text on the clipboard; without it, the clipboard holds a drawn picture. */
  readonly text?: string;
}

/** Files, HTML and text as the clipboard or a drag brings them. */
function brought(page: Page, files: readonly Given[], html = '', plain = ''): Promise<JSHandle<DataTransfer>> {
  return page.evaluateHandle(
    async ({ all, markup, text }) => {
      const transfer = new DataTransfer();
      for (const { name, type, text: held } of all) {
        const canvas = document.createElement('canvas');
        canvas.width = 320;
        canvas.height = 200;
        const pen = canvas.getContext('2d')!;
        pen.fillStyle = '#2f6fed';
        pen.fillRect(20, 20, 280, 160);
        const drawn = await new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob!), 'image/png'));
        transfer.items.add(new File([held ?? drawn], name, { type: type ?? 'image/png' }));
      }
      if (markup !== '') transfer.setData('text/html', markup);
      if (text !== '') transfer.setData('text/plain', text);
      return transfer;
    },
    { all: [...files], markup: html, text: plain },
  );
}

export async function paste(where: Locator, files: readonly Given[], html = '', plain = ''): Promise<void> {
  const transfer = await brought(where.page(), files, html, plain);
  await where.evaluate((element, clipboardData) => {
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, transfer);
}

export async function drop(where: Locator, files: readonly Given[]): Promise<void> {
  const dataTransfer = await brought(where.page(), files);
  const { x, y } = (await where.boundingBox())!;
  const at = { dataTransfer, clientX: x + 20, clientY: y + 20 };
  await where.dispatchEvent('dragover', at);
  await where.dispatchEvent('drop', at);
}
