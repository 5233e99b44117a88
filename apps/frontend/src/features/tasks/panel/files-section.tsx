import { UnstyledButton } from '@mantine/core';
import { IconPaperclip, IconX } from '@tabler/icons-react';
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
import { classes } from './panel-classes';
import { AddButton, PanelSection } from './panel-section';
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

  const empty = task.files.length === 0 && uploads.length === 0;

  return (
    <FileDrop
      disabled={!may}
      onFiles={(files) => void upload(files)}
      className={empty ? classes.sectionEmpty : classes.section}
    >
      {(choose) => (
        <PanelSection
          label={t('task.field.files')}
          count={task.files.length > 0 ? task.files.length : undefined}
          empty={empty}
          add={may && <AddButton empty={empty} label={t('task.files.add')} onClick={choose} />}
        >
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
        </PanelSection>
      )}
    </FileDrop>
  );
}
