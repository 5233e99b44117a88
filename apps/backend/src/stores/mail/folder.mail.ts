import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailAddress } from '../../kernel/mail-address';
import { StoreUnavailable } from '../../kernel/store-errors';
import type { Mail, MailMessage } from './mail';
import { sendMailOptionsOf } from './send-mail-options';

/** Writes mails as `ID.eml` files into a folder, each atomically; for installations without a mail server. */
export class FolderMail implements Mail {
  constructor(
    private readonly folder: string,
    private readonly from: MailAddress = { name: 'Gos', address: 'gos@localhost' },
  ) {}

  async send(message: MailMessage): Promise<void> {
    const options = sendMailOptionsOf(message, this.from);
    // Loaded with the first mail: it is large, and nothing at the start needs it.
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
    const { message: content } = await transport.sendMail(options);
    const part = join(this.folder, `.${randomUUID()}`);
    try {
      await mkdir(this.folder, { recursive: true });
      const handle = await open(part, 'wx');
      try {
        await handle.writeFile(content as Buffer);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, join(this.folder, `${message.id}.eml`));
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      throw new StoreUnavailable('The mail could not be written', 'not-written', { cause: error });
    }
  }

  async close(): Promise<void> {}
}
