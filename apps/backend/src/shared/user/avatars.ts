import { createHash } from 'node:crypto';
import { avatarUrlOf } from '@gos/contract';
import { limits, refuse, refuseField } from '@gos/domain';
import { Inject, Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';
import { Refused } from '../../kernel/refused';
import { WeightedSemaphore } from '../../kernel/semaphore';
import { ACCOUNTS, type Accounts, putRecord } from '../../stores/accounts/accounts';
import { People } from './people';

/** The picture as it is served: WebP in base64, and the version in its address. */
interface Avatar {
  readonly version: string;
  readonly webp: string;
}

export interface Picture {
  readonly version: string;
  readonly webp: Buffer;
}

/** Formats that browsers show. No other decoder runs, above all none that renders vector graphics. */
const accepted = /^image\/(png|jpeg|webp|gif|avif)$/;
const atOnce = 2;
const patienceMs = 10_000;
const decodeSeconds = 10;

/**
 * Pictures of people: personal data, stored outside the log and erased with the person. A picture is encoded again, so
 * that nothing but its pixels is kept. The personal data hold its version; the picture itself is read when it is shown.
 */
@Injectable()
export class Avatars {
  /** Decoding takes memory in proportion to the pixels. */
  private readonly room = new WeightedSemaphore(atOnce);

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly people: People,
  ) {}

  /**
   * Stores the picture of a person from an image; resolves with its address.
   * @throws Refused
   */
  async put(userId: number, image: Buffer): Promise<string> {
    const webp = await this.made(image);
    const version = createHash('sha256').update(webp).digest('base64url').slice(0, 16);
    const avatar: Avatar = { version, webp: webp.toString('base64') };
    // The picture is stored before the version that refers to it.
    await putRecord(this.accounts, 'avatar', String(userId), avatar);
    if (!(await this.people.change(userId, (data) => ({ ...data, avatar: version })))) {
      await this.accounts.remove('avatar', String(userId));
      throw new Refused(refuse('user.not-found'));
    }
    return avatarUrlOf(userId, version);
  }

  async remove(userId: number): Promise<void> {
    await this.people.change(userId, ({ avatar: _, ...others }) => others);
    await this.accounts.remove('avatar', String(userId));
  }

  /** Null for a person without a picture. */
  async of(userId: number): Promise<Picture | null> {
    if (this.people.get(userId)?.avatar == null) return null;
    const record = await this.accounts.get<Avatar>('avatar', String(userId));
    return record ? { version: record.value.version, webp: Buffer.from(record.value.webp, 'base64') } : null;
  }

  /** Returns the picture at 256 × 256, upright and without metadata of cameras. */
  private async made(image: Buffer): Promise<Buffer> {
    const wrong = () => new Refused(refuseField('file', 'avatar.picture'));
    const type = await fileTypeFromBuffer(image).catch(() => undefined);
    if (!type || !accepted.test(type.mime)) throw wrong();
    if (!(await this.room.acquire(1, patienceMs))) throw new Refused(refuse('store.unavailable'), undefined, 2);
    try {
      // Loaded with the first picture: the module is large, and most processes never need it.
      const { default: sharp } = await import('sharp');
      const { pixels, side } = limits.avatar;
      return await sharp(image, { limitInputPixels: pixels, failOn: 'error' })
        .autoOrient()
        .resize(side, side, { fit: 'cover' })
        .flatten({ background: '#ffffff' })
        .webp({ quality: 84 })
        .timeout({ seconds: decodeSeconds })
        .toBuffer();
    } catch {
      throw wrong();
    } finally {
      this.room.release(1);
    }
  }
}
