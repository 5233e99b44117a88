/** px; the server makes it smaller still */
const most = 512;

/** The file is no picture that this browser can read. */
export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

function drawn(bitmap: ImageBitmap): HTMLCanvasElement {
  const { width, height } = bitmap;
  const cut = Math.min(width, height);
  const side = Math.min(cut, most);
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new NoPicture();
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side);
  return canvas;
}

/**
 * The middle square of a picture, upright and at most 512 px wide, as a JPEG: what a phone takes is larger than the server accepts.
 * @throws NoPicture
 */
export async function squarePicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new NoPicture();
  });
  try {
    const canvas = drawn(bitmap);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
    if (!blob) throw new NoPicture();
    return new File([blob], 'picture.jpg', { type: blob.type });
  } finally {
    bitmap.close();
  }
}
