import { Group, Text } from '@mantine/core';
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMe } from '../../entities/user/users.api';
import { runtimeConfig } from '../../lib/runtime-config';
import { SmallButton } from '../../ui/buttons';
import { copyText } from '../../ui/copy-text';
import { Dialog, DialogAnswers } from '../../ui/dialog';
import forms from '../../ui/form.module.css';
import classes from './two-step.module.css';
import { useTwoStepT } from './two-step-texts';

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

/** Prints the text alone, without the rest of the page. */
function print(title: string, text: string): void {
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:0;height:0;border:0';
  document.body.append(frame);
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  if (!page || !view) {
    frame.remove();
    return;
  }
  page.title = title;
  const shown = page.createElement('pre');
  shown.style.font = '15px/1.7 monospace';
  shown.textContent = text;
  page.body.append(shown);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}

/** Recovery codes, this once: it is closed by its button only. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const t = useTwoStepT();
  const me = useMe();
  const { brandName } = runtimeConfig();
  const title = `${brandName}: ${t('two-step.codes.title')}`;
  const text = `${title}\n${me.email ?? me.name}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      title={t('two-step.codes.title')}
      size={520}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={onClose}
    >
      <div className={forms.dialog}>
        <Text inherit>{t('two-step.codes.text')}</Text>
        <ul className={classes.codes} aria-label={t('two-step.codes.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group gap={8}>
          <SmallButton
            variant="default"
            leftSection={<IconCopy size={15} stroke={1.75} aria-hidden />}
            onClick={() => void copyText(codes.join('\n'), t('two-step.codes.copied'), t('two-step.not-copied'))}
          >
            {t('two-step.codes.copy')}
          </SmallButton>
          <SmallButton
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
            onClick={() => download(t('two-step.codes.file'), text)}
          >
            {t('two-step.codes.download')}
          </SmallButton>
          <SmallButton
            variant="default"
            leftSection={<IconPrinter size={15} stroke={1.75} aria-hidden />}
            onClick={() => print(title, text)}
          >
            {t('two-step.codes.print')}
          </SmallButton>
        </Group>
        <DialogAnswers>
          <SmallButton data-autofocus onClick={onClose}>
            {t('two-step.codes.saved')}
          </SmallButton>
        </DialogAnswers>
      </div>
    </Dialog>
  );
}
