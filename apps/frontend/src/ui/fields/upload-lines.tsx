import { Group, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconFile, IconX } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import pieces from '../pieces.module.css';
import classes from './fields.module.css';
import type { Upload } from './use-uploads';

/** `1,2 MB`: in the reader's own notation. */
export function sizeText(locale: string, bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power],
    unitDisplay: power === 0 ? 'narrow' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}

interface UploadLinesProps {
  readonly uploads: readonly Upload[];
  readonly onRemove: (key: string) => void;
  readonly onRetry: (key: string) => void;
}

export function UploadLines({ uploads, onRemove, onRetry }: UploadLinesProps) {
  const t = useT();
  const { locale } = useIntl();
  if (uploads.length === 0) return null;
  return (
    <Stack component="ul" gap={4} m="6px 0 0" p={0}>
      {uploads.map((upload) => (
        <Group component="li" key={upload.key} gap="0 9px" mih={30} px={8} fz={13} className={classes.upload}>
          <IconFile size={15} stroke={1.75} aria-hidden />
          <Text span inherit flex={1} miw={0} truncate>
            {upload.name}
          </Text>
          {upload.failed ? (
            <>
              <span className={classes.uploadError} role="alert">
                {upload.error ? t(upload.error.code, upload.error.params) : t('task.failure.files')}
              </span>
              {upload.repeatable && (
                <UnstyledButton
                  className={classes.uploadRetry}
                  aria-label={t('task.files.retry-named', { name: upload.name })}
                  onClick={() => onRetry(upload.key)}
                >
                  {t('task.files.retry')}
                </UnstyledButton>
              )}
            </>
          ) : upload.fileId === null ? (
            <Progress
              w={90}
              size={4}
              value={upload.share * 100}
              aria-label={t('task.files.uploading', { name: upload.name })}
            />
          ) : (
            <Text span c="dimmed" fz={11.5}>
              {sizeText(locale, upload.size)}
            </Text>
          )}
          <UnstyledButton
            className={pieces.iconButton}
            aria-label={t(upload.fileId === null && !upload.failed ? 'task.files.cancel' : 'task.files.remove', {
              name: upload.name,
            })}
            onClick={() => onRemove(upload.key)}
          >
            <IconX size={14} stroke={1.75} />
          </UnstyledButton>
        </Group>
      ))}
    </Stack>
  );
}
