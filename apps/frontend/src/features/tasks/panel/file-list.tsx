import type { TaskFileAnswer } from '@gos/contract';
import { Tooltip, UnstyledButton } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { lazy, type MouseEvent, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../../entities/task/deadline-text';
import { PersonName } from '../../../entities/user/person-name';
import { useT } from '../../../i18n';
import { sizeText } from '../../../ui/fields/upload-lines';
import pieces from '../../../ui/pieces.module.css';
import { renewAccess, renewFirst } from '../common/file-access';
import { FileIcon } from './file-icon';
import { previewOf } from './file-kinds';
import { classes } from './panel-classes';
import { useFileAddress, usePanelTask } from './panel-task';
import { RemovedFiles } from './removed-files';

const FileLightbox = lazy(() => import('./file-lightbox').then((module) => ({ default: module.FileLightbox })));

function Thumbnail({ file }: { readonly file: TaskFileAnswer }) {
  const addressOf = useFileAddress();
  const [failed, setFailed] = useState(false);
  return (
    <span className={`${pieces.icon} ${classes.thumbnail}`}>
      {previewOf(file) === 'image' && !failed ? (
        <img src={addressOf(file.id)} alt="" loading="lazy" onError={() => setFailed(true)} />
      ) : (
        <FileIcon file={file} />
      )}
    </span>
  );
}

/**
 * Files of a task: viewed in place, saved, removed and restored.
 * @param removed whether removed files are listed, too
 */
export function FileList({ may, removed }: { readonly may: boolean; readonly removed: boolean }) {
  const t = useT();
  const { locale } = useIntl();
  const { task, actions } = usePanelTask();
  const addressOf = useFileAddress();
  const [shown, setShown] = useState<number | null>(null);
  const open = shown !== null && task.files.some(({ id }) => id === shown);

  /** Back to the file that was looked at last. */
  function close() {
    const last = shown;
    setShown(null);
    setTimeout(() => document.querySelector<HTMLElement>(`[data-task-panel] [data-file="${last}"]`)?.focus());
  }

  function look(event: MouseEvent, file: TaskFileAnswer) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void renewAccess().then(() => setShown(file.id));
  }

  return (
    <>
      {task.files.length > 0 && (
        <ul className={classes.lines}>
          {task.files.map((file) => (
            <li key={file.id} className={`${classes.line} ${classes.file}`}>
              <Thumbnail file={file} />
              <span className={classes.fileText}>
                <a
                  className={classes.lineName}
                  href={addressOf(file.id)}
                  data-file={file.id}
                  aria-haspopup="dialog"
                  onClick={(event) => look(event, file)}
                >
                  {file.name}
                </a>
                <span className={classes.fileNote}>
                  {sizeText(locale, file.size)} ·{' '}
                  {file.addedBy ? <PersonName person={file.addedBy} /> : t('task.activity.system')} ·{' '}
                  <MomentText at={file.addedAt} />
                </span>
              </span>
              <Tooltip label={t('task.files.download-short')}>
                <a
                  className={pieces.iconButton}
                  href={addressOf(file.id)}
                  download={file.name}
                  onClick={(event) => renewFirst(event, t('task.files.download-failed'))}
                  aria-label={t('task.files.download', { name: file.name })}
                >
                  <IconDownload size={15} stroke={1.75} />
                </a>
              </Tooltip>
              {may && (
                <UnstyledButton
                  className={pieces.iconButton}
                  aria-label={t('task.files.remove', { name: file.name })}
                  onClick={() => void actions.run({ type: 'removeFile', body: { fileId: file.id } })}
                >
                  <IconX size={14} stroke={1.75} />
                </UnstyledButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {removed && <RemovedFiles may={may} />}
      {open && (
        <Suspense>
          <FileLightbox taskId={task.id} files={task.files} shown={shown} onShow={setShown} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
