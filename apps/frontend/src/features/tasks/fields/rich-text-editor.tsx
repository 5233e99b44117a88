import { RichTextEditor as Editor, Link } from '@mantine/tiptap';
import '@mantine/tiptap/styles.css';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useIntl } from 'react-intl';
import { useT } from '../../../i18n';
import classes from './fields.module.css';

interface RichTextEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: () => void;
  readonly autoFocus?: boolean;
}

/** Loaded only where somebody writes; what it does not know (pictures) stays out until it can be stored. */
export function RichTextEditor({ label, value, onChange, onBlur, autoFocus = false }: RichTextEditorProps) {
  const t = useT();
  const { locale } = useIntl();
  const editor = useEditor(
    {
      extensions: [
        StarterKit.configure({ link: false }),
        Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'] }),
      ],
      content: value,
      autofocus: autoFocus ? 'end' : false,
      shouldRerenderOnTransaction: true,
      editorProps: { attributes: { 'aria-label': label, 'aria-multiline': 'true', role: 'textbox', lang: locale } },
      onUpdate: ({ editor: typed }) => onChange(typed.isEmpty ? '' : typed.getHTML()),
      onBlur,
    },
    [],
  );
  return (
    <Editor
      editor={editor}
      className={classes.editor}
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
      <Editor.Toolbar className={classes.editorTools}>
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
        </Editor.ControlsGroup>
      </Editor.Toolbar>
      <Editor.Content />
    </Editor>
  );
}
