import type { Sharp } from 'sharp';

/** Returns a picture of two halves, blue and white, for tests that need an image. */
export async function picture(width: number, height: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#ffffff' } };
  const blank = sharp({ create: { width, height, channels: 3, background: '#2f6fed' } });
  return sharp(
    await blank
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  );
}

/** The form by which an image is sent; a small one by default. */
export async function pictureForm(content?: Uint8Array | string, type = 'image/png'): Promise<FormData> {
  const form = new FormData();
  const bytes = content ?? (await (await picture(8, 8)).png().toBuffer());
  form.set('file', new Blob([bytes as string], { type }), 'picture');
  return form;
}
