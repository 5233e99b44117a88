import { linkSchemes } from '@gos/contract';
import { Link } from '@mantine/tiptap';
import { tableEditing } from '@tiptap/pm/tables';
import { type AnyExtension, Mark, Node } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ImageHost, imagesOf } from './editor-images';

/** A mark that is one element without attributes, toggled by a shortcut. */
const markOf = (name: string, tag: string, shortcut: string) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [shortcut]: () => this.editor.commands.toggleMark(this.name) };
    },
  });

const spanOf = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name) ?? 1) || 1,
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});

const cellOf = (name: string, tag: 'td' | 'th', tableRole: 'cell' | 'header_cell') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      colspan: spanOf('colspan'),
      rowspan: spanOf('rowspan'),
      // Required by prosemirror-tables; widths are not kept.
      colwidth: { default: null, rendered: false },
    }),
    extendNodeSchema: (extension) => (extension.name === name ? { tableRole } : {}),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

const tableNodes = [
  Node.create({
    name: 'table',
    group: 'block',
    content: 'tableRow+',
    isolating: true,
    extendNodeSchema: (extension) => (extension.name === 'table' ? { tableRole: 'table' } : {}),
    parseHTML: () => [{ tag: 'table' }],
    renderHTML: () => ['table', ['tbody', 0]],
    addProseMirrorPlugins: () => [tableEditing()],
  }),
  Node.create({
    name: 'tableRow',
    content: '(tableCell | tableHeader)+',
    extendNodeSchema: (extension) => (extension.name === 'tableRow' ? { tableRole: 'row' } : {}),
    parseHTML: () => [{ tag: 'tr' }],
    renderHTML: () => ['tr', 0],
  }),
  cellOf('tableCell', 'td', 'cell'),
  cellOf('tableHeader', 'th', 'header_cell'),
];

/** Any mark may be inside any other and inside preformatted text, whose own `code` element is no mark. */
const withMarksInCode = (extension: AnyExtension): AnyExtension => {
  if (extension.name === 'code') {
    return (extension as Mark).extend({
      excludes: '',
      parseHTML: () => [{ tag: 'code', getAttrs: (element) => element.parentElement?.tagName !== 'PRE' && null }],
    });
  }
  return extension.name === 'codeBlock' ? (extension as Node).extend({ marks: '_' }) : extension;
};

const Texts = StarterKit.extend({
  addExtensions() {
    return (this.parent?.() ?? []).map(withMarksInCode);
  },
});

/**
 * Everything that the server keeps of a description (`descriptionElements`).
 * @param imageHost null for texts without images
 */
export const extensionsOf = (imageHost: (() => ImageHost) | null): AnyExtension[] => [
  Texts.configure({ link: false }),
  Link.configure({ openOnClick: false, protocols: [...linkSchemes] }),
  markOf('highlight', 'mark', 'Mod-Shift-h'),
  markOf('subscript', 'sub', 'Mod-,'),
  markOf('superscript', 'sup', 'Mod-.'),
  ...tableNodes,
  ...(imageHost ? [imagesOf(imageHost)] : []),
];
