import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconPaperclip, IconPlus, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../../components/task/deadline-text';
import { showProblem } from '../../../components/toast';
import { useT } from '../../../i18n';
import { FileDrop } from '../fields/file-drop';
import { sizeText, UploadLines } from '../fields/upload-lines';
import { useUploads } from '../fields/use-uploads';
import { refreshTask } from '../optimistic-cache';
import { addFile, fileAddress } from '../tasks.api';
import classes from './panel.module.css';
import { usePanelTask } from './panel-task';

export function Files() {
  const t = useT();
  const { locale } = useIntl();
  const client = useQueryClient();
  const { task, actions, past } = usePanelTask();
  const may = !past && task.can.files === true;
  const send = useCallback(
    (file: File, onProgress: (share: number) => void) => addFile(task.id, file, onProgress),
    [task.id],
  );
  const failed = useCallback((error: unknown) => showProblem(error, t('task.failure.files')), [t]);
  const { uploads, add, remove, clearDone } = useUploads(send, failed);
  if (task.files.length === 0 && !may) return null;

  async function upload(files: File[]) {
    await add(files);
    await refreshTask(client, task.id);
    clearDone();
  }

  return (
    <section className={classes.section} aria-label={t('task.field.files')}>
      <FileDrop disabled={!may} onFiles={(files) => void upload(files)}>
        {(choose) => (
          <>
            <h3 className={classes.heading}>
              {t('task.field.files')}
              {task.files.length > 0 && <span className={classes.headingCount}>{task.files.length}</span>}
              {may && (
                <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('task.files.add')} onClick={choose}>
                  <IconPlus size={15} stroke={1.75} />
                </ActionIcon>
              )}
            </h3>
            {task.files.length > 0 && (
              <ul className={classes.lines}>
                {task.files.map((file) => (
                  <li key={file.id} className={classes.line}>
                    <IconPaperclip size={15} stroke={1.75} aria-hidden />
                    <a className={classes.lineName} href={fileAddress(task.id, file.id)} download={file.name}>
                      {file.name}
                    </a>
                    <span className={classes.lineNote}>
                      {sizeText(locale, file.size)} · {file.addedBy?.name ?? t('task.activity.system')} ·{' '}
                      <MomentText at={file.addedAt} />
                    </span>
                    {may && (
                      <UnstyledButton
                        className={classes.remove}
                        aria-label={t('task.files.remove', { name: file.name })}
                        onClick={() => void actions.run({ kind: 'remove-file', fileId: file.id })}
                      >
                        <IconX size={14} stroke={1.75} />
                      </UnstyledButton>
                    )}
                  </li>
                ))}
              </ul>
            )}
            <UploadLines uploads={uploads} onRemove={remove} />
          </>
        )}
      </FileDrop>
    </section>
  );
}
