import Image from '@tiptap/extension-image';
import type { Node as ProseNode } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { UploadOptions } from '../../lib/api';
import { randomId } from '../../lib/random-id';
import { altOf, fileOfImage, type ImageProblem, isImage, ownAddress, refusedImage, sizeOfImage } from './image-files';
import { type Placeholder, type PlaceholderTexts, placeholderOf } from './image-placeholder';

export interface ImageHost {
  readonly send: (file: File, options: UploadOptions) => Promise<{ readonly fileId: number }>;
  readonly addressOf: (fileId: number) => string;
  readonly textsOf: (name: string) => PlaceholderTexts;
  /** Sentence that replaces the image after a failure. */
  readonly failed: (error: unknown) => { readonly why: string; readonly repeatable: boolean };
  /** A null problem means that the image is hosted on another site. */
  readonly refused: (problem: ImageProblem | null, name: string) => void;
  readonly busy: (count: number) => void;
}

type Change =
  | { readonly add: readonly { readonly pos: number; readonly id: string; readonly dom: HTMLElement }[] }
  | { readonly remove: string };

const key = new PluginKey<DecorationSet>('imagesOnTheirWay');

interface Pending {
  readonly name: string;
  readonly alt: string;
  readonly fileOf: () => Promise<File> | File;
  readonly placeholder: Placeholder;
  cancel: AbortController;
}

const widget = (pos: number, id: string, dom: HTMLElement) =>
  Decoration.widget(pos, () => dom, { id, key: id, side: 1, ignoreSelection: true, stopEvent: () => true });

function placeOf(state: EditorState, id: string): number | null {
  return key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null;
}

/** Images that are not uploaded for this text yet: from the clipboard's HTML, or from another text. */
function strangers(doc: ProseNode, known: ReadonlySet<string>) {
  const found: { readonly pos: number; readonly node: ProseNode }[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === 'image' && !known.has(String(node.attrs.src))) found.push({ pos, node });
  });
  return found;
}

/** Uploads pasted, dropped and chosen images, and inserts each at its place once it is stored. */
class ImagesOnTheirWay {
  private readonly pending = new Map<string, Pending>();
  private turn: Promise<unknown> = Promise.resolve();
  readonly known = new Set<string>();
  view: EditorView | null = null;
  private running = 0;

  constructor(readonly host: () => ImageHost) {}

  /** Takes the images that are in the text already as uploaded. */
  adopt(doc: ProseNode) {
    doc.descendants(({ type, attrs }) => {
      if (type.name === 'image') this.known.add(String(attrs.src));
    });
  }

  take(files: readonly File[], pos: number) {
    const add = files.flatMap((file) => {
      const problem = refusedImage(file);
      if (problem !== null) this.host().refused(problem, file.name);
      return problem === null ? [{ pos, ...this.begin(file.name, altOf(file.name), () => file) }] : [];
    });
    if (add.length > 0) this.view?.dispatch(this.view.state.tr.setMeta(key, { add } satisfies Change));
  }

  /** An image of a text that belongs elsewhere becomes a file of this one. */
  copy(src: string, alt: string) {
    return this.begin(alt || 'image', alt, () => fileOfImage(src, alt));
  }

  remove(id: string) {
    this.pending.get(id)?.cancel.abort();
    this.pending.delete(id);
    this.view?.dispatch(this.view.state.tr.setMeta(key, { remove: id } satisfies Change));
    this.view?.focus();
  }

  leave() {
    this.view = null;
    for (const { cancel } of this.pending.values()) cancel.abort();
    this.host().busy(0);
  }

  private begin(name: string, alt: string, fileOf: Pending['fileOf']) {
    const id = randomId();
    const placeholder = placeholderOf(name, this.host().textsOf(name), {
      onRemove: () => this.remove(id),
      onRetry: () => this.retry(id),
    });
    this.pending.set(id, { name, alt, fileOf, placeholder, cancel: new AbortController() });
    this.start(id);
    return { id, dom: placeholder.dom };
  }

  private retry(id: string) {
    const pending = this.pending.get(id);
    if (!pending) return;
    pending.cancel = new AbortController();
    pending.placeholder.restart();
    this.start(id);
  }

  private start(id: string) {
    this.count(1);
    this.turn = this.turn.then(() => this.upload(id)).finally(() => this.count(-1));
  }

  private count(more: number) {
    this.running += more;
    if (this.view !== null) this.host().busy(this.running);
  }

  private async upload(id: string) {
    const pending = this.pending.get(id);
    if (!pending || pending.cancel.signal.aborted) return;
    const { signal } = pending.cancel;
    try {
      const file = await pending.fileOf();
      const problem = refusedImage(file);
      if (problem !== null) {
        this.host().refused(problem, file.name);
        return this.remove(id);
      }
      const [{ fileId }, size] = await Promise.all([
        this.host().send(file, { onProgress: pending.placeholder.progress, signal }),
        sizeOfImage(file),
      ]);
      if (!signal.aborted) this.insert(id, { src: this.host().addressOf(fileId), alt: pending.alt, ...size });
    } catch (error) {
      if (signal.aborted || this.view === null) return;
      const { why, repeatable } = this.host().failed(error);
      pending.placeholder.fail(why, repeatable);
    }
  }

  private insert(id: string, attrs: { readonly src: string; readonly alt: string }) {
    this.pending.delete(id);
    const { view } = this;
    if (view === null) return;
    const pos = placeOf(view.state, id);
    const { tr, schema } = view.state;
    tr.setMeta(key, { remove: id } satisfies Change);
    // A person who deleted the paragraph meanwhile does not want its image.
    if (pos !== null) {
      this.known.add(attrs.src);
      tr.replaceRangeWith(pos, pos, schema.nodes.image!.create(attrs));
    }
    view.dispatch(tr);
  }
}

const hasText = (html: string) =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').trim() !== '';

function pluginOf(images: ImagesOnTheirWay): Plugin {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => {
        images.adopt(doc);
        return DecorationSet.empty;
      },
      apply(tr, decorations) {
        const moved = decorations.map(tr.mapping, tr.doc);
        const change = tr.getMeta(key) as Change | undefined;
        if (change === undefined) return moved;
        if ('remove' in change) return moved.remove(moved.find(undefined, undefined, ({ id }) => id === change.remove));
        return moved.add(
          tr.doc,
          change.add.map(({ pos, id, dom }) => widget(pos, id, dom)),
        );
      },
    },
    appendTransaction(transactions, _, state): Transaction | null {
      if (!transactions.some(({ docChanged }) => docChanged)) return null;
      const found = strangers(state.doc, images.known);
      if (found.length === 0) return null;
      const { tr } = state;
      const add = found.map(({ pos, node }) => {
        const at = tr.mapping.map(pos);
        tr.delete(at, at + node.nodeSize);
        return { pos: at, ...images.copy(String(node.attrs.src), String(node.attrs.alt ?? '')) };
      });
      return tr.setMeta(key, { add } satisfies Change);
    },
    view(view) {
      images.view = view;
      return { destroy: () => images.leave() };
    },
    props: {
      decorations: (state) => key.getState(state),
      handlePaste(view, { clipboardData }) {
        const files = [...(clipboardData?.files ?? [])].filter(isImage);
        // Office documents add a picture of the text to the text itself.
        if (files.length === 0 || hasText(clipboardData?.getData('text/html') ?? '')) return false;
        images.take(files, view.state.selection.to);
        return true;
      },
      handleDrop(view, { dataTransfer, clientX, clientY }) {
        const files = [...(dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        // Files other than images become attachments where the screen accepts them.
        if (!files.every(isImage) && view.dom.closest('[data-takes-files]') !== null) return false;
        const place = view.posAtCoords({ left: clientX, top: clientY })?.pos;
        images.take(files, place ?? view.state.selection.to);
        return true;
      },
      transformPastedHTML(html) {
        const { body } = new DOMParser().parseFromString(html, 'text/html');
        const foreign = [...body.querySelectorAll('img')].some(({ src }) => imageSource(src) === null);
        if (foreign) images.host().refused(null, '');
        return html;
      },
    },
  });
}

/**
 * The source under which an image may be in the text: data of the clipboard until it is uploaded, then our own address; null for
 * all others, which are left out.
 */
const imageSource = (src: string): string | null => (src.startsWith('data:image/') ? src : ownAddress(src));

interface Storage {
  readonly images: ImagesOnTheirWay;
}

/** Images of a text: files of this installation only, never data in the text itself. */
export const imagesOf = (host: () => ImageHost) =>
  Image.extend<object, Storage>({
    addStorage: () => ({ images: new ImagesOnTheirWay(host) }),
    parseHTML: () => [
      {
        tag: 'img[src]',
        getAttrs: (element) => {
          const src = imageSource(element.getAttribute('src') ?? '');
          return src === null ? false : { src };
        },
      },
    ],
    addAttributes() {
      const { src: _, title: __, ...others } = { ...this.parent?.() };
      return {
        src: { default: null, parseHTML: (element) => imageSource(element.getAttribute('src') ?? '') },
        ...others,
      };
    },
    addInputRules: () => [],
    addProseMirrorPlugins() {
      return [pluginOf(this.storage.images)];
    },
  });

export function insertImages(
  editor: { readonly storage: unknown; readonly state: EditorState },
  files: readonly File[],
) {
  const { images } = (editor.storage as { readonly image: Storage }).image;
  images.take(files, editor.state.selection.to);
}
