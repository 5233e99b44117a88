/** Returns the files that the page saves from now on, each with its name and text. */
export function savedFiles() {
  const blobs = new Map<string, Blob>();
  const saved: { readonly name: string; readonly blob: Blob }[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      const url = `blob:${blobs.size}`;
      blobs.set(url, blob);
      return url;
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob) saved.push({ name: this.download, blob });
  });
  const text = (index = 0) => saved[index]!.blob.text();
  return {
    names: () => saved.map(({ name }) => name),
    text,
    /** The lines of a saved table, without the mark at its beginning. */
    lines: async (index = 0) => (await text(index)).replace('\uFEFF', '').trimEnd().split('\r\n'),
  };
}
