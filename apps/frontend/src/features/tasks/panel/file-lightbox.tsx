import type { TaskFileAnswer } from '@gos/contract';
import { ActionIcon, Box, Button, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../../entities/task/deadline-text';
import { fileTextQuery, shownText } from '../../../entities/task/tasks.api';
import { PersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { sizeText } from '../../../ui/fields/upload-lines';
import pieces from '../../../ui/pieces.module.css';
import { Muted } from '../../../ui/quiet-text';
import { renewFirst } from '../common/file-access';
import { FileIcon } from './file-icon';
import { previewOf } from './file-kinds';
import classes from './file-lightbox.module.css';
import { useFileAddress } from './panel-task';

interface PreviewProps {
  readonly taskId: number;
  readonly file: TaskFileAnswer;
}

function NoPreview({ file, text }: { readonly file: TaskFileAnswer; readonly text: string }) {
  return (
    <Box display="grid" c="dimmed" fz={13.5} ta="center" style={{ justifyItems: 'center', gap: 10 }}>
      <FileIcon file={file} size={48} />
      <p>{text}</p>
    </Box>
  );
}

function TextPreview({ taskId, file }: PreviewProps) {
  const t = useT();
  const addressOf = useFileAddress();
  const { data, isError } = useQuery(fileTextQuery(taskId, file.id, addressOf(file.id)));
  if (isError) return <NoPreview file={file} text={t('task.files.preview-failed')} />;
  if (data === undefined) return <Skeleton height={160} radius={7} />;
  return (
    <>
      {file.size > shownText && <Muted>{t('task.files.shortened')}</Muted>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={classes.text} tabIndex={0} aria-label={file.name}>
        <pre>{data}</pre>
      </section>
    </>
  );
}

function ImagePreview({ file }: PreviewProps) {
  const t = useT();
  const addressOf = useFileAddress();
  const [failed, setFailed] = useState(false);
  if (failed) return <NoPreview file={file} text={t('task.files.preview-failed')} />;
  return <img className={classes.image} src={addressOf(file.id)} alt={file.name} onError={() => setFailed(true)} />;
}

function Preview(props: PreviewProps) {
  const t = useT();
  const addressOf = useFileAddress();
  const { file } = props;
  switch (previewOf(file)) {
    case 'image':
      return <ImagePreview {...props} />;
    case 'text':
      return <TextPreview {...props} />;
    case 'pdf':
      // The answer itself is sandboxed by its policy; a sandbox here as well would forbid the browser's own reader.
      return <iframe className={classes.frame} src={addressOf(file.id)} title={file.name} />;
    case null:
      return <NoPreview file={file} text={t('task.files.no-preview')} />;
  }
}

interface FileLightboxProps {
  readonly taskId: number;
  readonly files: readonly TaskFileAnswer[];
  readonly shown: number;
  readonly onShow: (fileId: number) => void;
  readonly onClose: () => void;
}

/** A task's files over everything else, one after the other by arrows. */
export function FileLightbox({ taskId, files, shown, onShow, onClose }: FileLightboxProps) {
  const t = useT();
  const addressOf = useFileAddress();
  const { locale } = useIntl();
  const index = files.findIndex(({ id }) => id === shown);
  const file = files[index];
  const go = (by: -1 | 1) => {
    const next = files[(index + by + files.length) % files.length];
    if (next) onShow(next.id);
  };
  const byKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    go(event.key === 'ArrowLeft' ? -1 : 1);
  });
  useEffect(() => {
    window.addEventListener('keydown', byKey);
    return () => window.removeEventListener('keydown', byKey);
  }, []);
  if (file === undefined) return null;

  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={file.name}
      classNames={{ content: classes.content, body: classes.body, title: pieces.word! }}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Group gap={8}>
        <Muted flex={1} miw={180}>
          {sizeText(locale, file.size)} ·{' '}
          {file.addedBy ? <PersonName person={file.addedBy} /> : t('task.activity.system')} ·{' '}
          <MomentText at={file.addedAt} />
        </Muted>
        {files.length > 1 && (
          <>
            <ActionIcon variant="default" size={32} aria-label={t('task.files.previous')} onClick={() => go(-1)}>
              <IconChevronLeft size={17} stroke={1.75} />
            </ActionIcon>
            <span className={`${pieces.small} ${pieces.digits}`} aria-live="polite">
              {t('task.files.of', { index: index + 1, total: files.length })}
            </span>
            <ActionIcon variant="default" size={32} aria-label={t('task.files.next')} onClick={() => go(1)}>
              <IconChevronRight size={17} stroke={1.75} />
            </ActionIcon>
          </>
        )}
        <Button
          component="a"
          href={addressOf(file.id)}
          download={file.name}
          onClick={(event) => renewFirst(event, t('task.files.download-failed'))}
          h={32}
          size="sm"
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.75} />}
          aria-label={t('task.files.download', { name: file.name })}
          data-autofocus
        >
          {t('task.files.download-short')}
        </Button>
      </Group>
      <Stack align="center" justify="center" gap={8} flex={1} mih={200}>
        <Preview key={file.id} taskId={taskId} file={file} />
      </Stack>
    </Modal>
  );
}
