import { RichTextEditor as Editor } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type Editor as Instance, useEditor } from '@tiptap/react';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { imageAddress, uploadFile } from '../../lib/files';
import { imageTypes } from '../../lib/images';
import { useEventCallback } from '../../lib/use-event-callback';
import classes from '../fields/fields.module.css';
import { largestFile, reasonOf } from '../fields/use-uploads';
import prose from '../prose.module.css';
import { showProblem } from '../toast';
import { type ImageHost, insertImages } from './editor-images';
import type { ImageProblem } from './image-files';
import { editableHtml } from './office-text';
import { extensionsOf } from './rich-text-extensions';

interface RichTextEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: () => void;
  readonly autoFocus?: boolean;
  /** Only where the server keeps files of the text. */
  readonly withImages?: boolean;
  /** Called with true while images are being uploaded; they are not part of the text yet. */
  readonly onBusy?: (busy: boolean) => void;
}

/** Callbacks for the images, always with the latest texts and handlers. */
function useImageHost(onBusy: ((busy: boolean) => void) | undefined): () => ImageHost {
  const t = useT();
  const rule = t('task.editor.image-rule', { max: largestFile });
  const sentence = (problem: ImageProblem) => (problem === 'type' ? rule : t(problem.code, problem.params));
  const host: ImageHost = {
    send: uploadFile,
    addressOf: imageAddress,
    textsOf: (name) => ({
      sending: t('task.editor.image-sending', { name }),
      cancel: t('task.files.cancel', { name }),
      remove: t('task.files.remove', { name }),
      retry: t('task.files.retry'),
      retryNamed: t('task.files.retry-named', { name }),
    }),
    failed(error) {
      showProblem(error, t('task.failure.image'));
      const reason = reasonOf(error);
      const repeatable = reason?.code.startsWith('file.') !== true;
      return { why: reason ? t(reason.code, reason.params) : t('task.failure.image'), repeatable };
    },
    refused(problem, name) {
      const why = problem === null ? '' : `: ${sentence(problem)}`;
      showProblem(null, `${t('task.failure.image')}${name === '' ? '' : ` (${name})`}${why}`);
    },
    busy: (count) => onBusy?.(count > 0),
  };
  return useEventCallback(() => host);
}

interface ImageTextProps {
  readonly editor: Instance;
}

/** Says what the chosen image shows. */
function ImageText({ editor }: ImageTextProps) {
  const t = useT();
  const { selection } = editor.state;
  const alt: unknown = editor.getAttributes('image').alt;
  return (
    <TextInput
      size="xs"
      p="6px 12px 8px"
      style={{ borderBottom: '1px solid var(--gos-line)' }}
      label={t('task.editor.image-alt')}
      placeholder={t('task.editor.image-alt-hint')}
      value={typeof alt === 'string' ? alt : ''}
      onChange={(event) =>
        editor.view.dispatch(editor.state.tr.setNodeAttribute(selection.from, 'alt', event.currentTarget.value))
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        editor.commands.focus(selection.to);
      }}
    />
  );
}

/** Loaded only where somebody writes. */
export function RichTextEditor({
  label,
  value,
  onChange,
  onBlur,
  autoFocus = false,
  withImages = true,
  onBusy,
}: RichTextEditorProps) {
  const t = useT();
  const { locale } = useIntl();
  const imageHost = useImageHost(onBusy);
  const chooser = useRef<HTMLInputElement>(null);
  const editor = useEditor(
    {
      extensions: extensionsOf(withImages ? imageHost : null),
      content: value,
      autofocus: autoFocus ? 'end' : false,
      shouldRerenderOnTransaction: true,
      editorProps: {
        attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', lang: locale },
        transformPastedHTML: editableHtml,
        // Ctrl+Enter sends the form; the editor would also insert a line break.
        handleKeyDown: (_, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey),
      },
      onPaste: ({ clipboardData }) => {
        const isOnlyImage = clipboardData?.types.every((type) => type === 'Files') === true;
        if (!withImages && isOnlyImage) imageHost().refused(null, '');
      },
      onUpdate: ({ editor: typed }) => onChange(typed.isEmpty ? '' : typed.getHTML()),
      onBlur,
    },
    [],
  );
  return (
    <Editor
      editor={editor}
      className={`${prose.tables} ${classes.editor}`}
      labels={{
        boldControlLabel: t('task.editor.bold'),
        italicControlLabel: t('task.editor.italic'),
        bulletListControlLabel: t('task.editor.bullets'),
        orderedListControlLabel: t('task.editor.numbers'),
        codeBlockControlLabel: t('task.editor.code'),
        blockquoteControlLabel: t('task.editor.quote'),
        h3ControlLabel: t('task.editor.heading'),
        linkControlLabel: t('task.editor.link'),
        unlinkControlLabel: t('task.editor.unlink'),
        linkEditorInputLabel: t('task.editor.link-address'),
        linkEditorInputPlaceholder: 'https://',
        linkEditorExternalLink: t('task.editor.link-external'),
        linkEditorInternalLink: t('task.editor.link-internal'),
        linkEditorSave: t('task.action.save'),
      }}
    >
      <Editor.Toolbar p="4px 6px" style={{ gap: 6 }}>
        <Editor.ControlsGroup>
          <Editor.Bold />
          <Editor.Italic />
          <Editor.H3 />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.BulletList />
          <Editor.OrderedList />
          <Editor.Blockquote />
          <Editor.CodeBlock />
        </Editor.ControlsGroup>
        <Editor.ControlsGroup>
          <Editor.Link />
          <Editor.Unlink />
          {withImages && (
            <Editor.Control
              aria-label={t('task.editor.image')}
              title={`${t('task.editor.image')}. ${t('task.editor.image-rule', { max: largestFile })}`}
              onClick={() => chooser.current?.click()}
            >
              <IconPhoto size={16} stroke={1.5} />
            </Editor.Control>
          )}
        </Editor.ControlsGroup>
      </Editor.Toolbar>
      {editor?.isActive('image') && <ImageText editor={editor} />}
      <input
        ref={chooser}
        type="file"
        accept={imageTypes.join()}
        multiple
        hidden
        aria-label={t('task.editor.image')}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (editor !== null) insertImages(editor, files);
        }}
      />
      <Editor.Content />
    </Editor>
  );
}
