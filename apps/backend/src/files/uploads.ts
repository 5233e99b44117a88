import type { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import { type FileReference, limits, refuse, tidy } from '@gos/domain';
import { taskModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromStream } from 'file-type';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../accounts/accounts';
import { CLAIMS, type Claims } from '../claims/claims';
import { Clock } from '../cqrs/clock';
import { Refused } from '../cqrs/refused';
import { Views } from '../cqrs/views';
import { refusalOfErrors } from '../http/validation';
import { FILES, type Files, FileTooLarge } from './files';

interface Upload {
  readonly fileId: number;
  readonly uploadedBy: number;
  readonly name: string;
  readonly size: number;
  readonly mime: string;
  readonly sha256: string;
  readonly at: number;
}

const dayMs = 24 * 60 * 60 * 1_000;
const idOf = (fileId: number) => String(fileId).padStart(15, '0');

/** Kinds whose content a browser would run or draw: what they claim to be has to be true. */
const checked = /^(image\/(png|jpeg|gif|webp|avif|bmp|tiff)|application\/(pdf|zip|gzip)|audio\/|video\/)/;

/** A file name without folders and control characters, at most 255 code points. */
function fileNameOf(name: string): string {
  const base = tidy(name.split(/[\\/]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '');
  return [...base].slice(0, limits.fileName.max).join('') || 'file';
}

/** Files on their way into a task: stored by content, readable by their uploader until an event of a task refers to them. */
@Injectable()
export class Uploads {
  constructor(
    @Inject(FILES) private readonly files: Files,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLAIMS) private readonly claims: Claims,
    private readonly views: Views,
    private readonly clock: Clock,
  ) {}

  /** Stores the multipart field `file` of a request. */
  async receive(request: FastifyRequest, uploadedBy: number): Promise<FileReference> {
    if (!request.isMultipart()) throw new Refused(refuse('request.media-type'));
    let part: MultipartFile | undefined;
    try {
      part = await request.file();
    } catch {
      throw new Refused(refuse('request.malformed'));
    }
    if (part === undefined || part.fieldname !== 'file') {
      throw new Refused(refusalOfErrors([{ path: 'file', code: 'file.missing' }]));
    }
    const stored = await this.store(part);
    const fileId = await this.claims.next('file');
    const upload: Upload = { fileId, uploadedBy, ...stored, at: this.clock.now() };
    await this.accounts.insert('upload', idOf(fileId), upload, {
      refs: [`person:${uploadedBy}`],
      expiresAt: upload.at + dayMs,
    });
    return { fileId, name: stored.name, size: stored.size, mime: stored.mime, sha256: stored.sha256 };
  }

  /** What a creation's `files` refer to: uploads of that person. */
  async references(fileIds: readonly number[], uploadedBy: number): Promise<FileReference[]> {
    const records = await this.accounts.getMany<Upload>('upload', fileIds.map(idOf));
    const own = new Map(
      records.filter(({ value }) => value.uploadedBy === uploadedBy).map(({ value }) => [value.fileId, value]),
    );
    const unknown = fileIds.findIndex((id) => !own.has(id));
    if (unknown >= 0) throw new Refused(refusalOfErrors([{ path: `files.${unknown}`, code: 'task.file.unknown' }]));
    return [...new Set(fileIds)].map((id) => {
      const { fileId, name, size, mime, sha256 } = own.get(id)!;
      return { fileId, name, size, mime, sha256 };
    });
  }

  async own(fileId: number, reader: number): Promise<FileReference | null> {
    const record = await this.accounts.get<Upload>('upload', idOf(fileId));
    return record?.value.uploadedBy === reader ? record.value : null;
  }

  async open(sha256: string): Promise<Readable> {
    const content = await this.files.get(sha256);
    if (!content) throw new Refused(refuse('task.file.unknown'));
    return content;
  }

  /** Removes uploads of more than a day ago that no task refers to. */
  async sweep(): Promise<number> {
    let removed = 0;
    let after: string | undefined;
    for (;;) {
      const records: AccountRecord<Upload>[] = await this.accounts.list<Upload>('upload', { after, limit: 500 });
      for (const { id, value } of records) {
        if (value.at + dayMs > this.clock.now()) continue;
        if ((await this.views.count(taskModel, { fileIds: value.fileId })) > 0) continue;
        await this.accounts.remove('upload', id);
        removed++;
      }
      if (records.length < 500) return removed;
      after = records.at(-1)!.id;
    }
  }

  private async store(part: MultipartFile): Promise<Omit<Upload, 'fileId' | 'uploadedBy' | 'at'>> {
    try {
      const { sha256, size } = await this.files.put(part.file, limits.file.max);
      if (part.file.truncated) throw new FileTooLarge();
      if (size === 0) throw new Refused(refusalOfErrors([{ path: 'file', code: 'file.empty' }]));
      const mime = part.mimetype || 'application/octet-stream';
      await this.mustBe(mime, sha256);
      return { name: fileNameOf(part.filename), size, mime, sha256 };
    } catch (error) {
      const tooLarge = error instanceof FileTooLarge || (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';
      if (!tooLarge) throw error;
      const params = { max: limits.file.max / 1024 / 1024 };
      throw new Refused(
        refuse('file.too-large', { params, errors: [{ path: 'file', code: 'file.too-large', params }] }),
      );
    }
  }

  private async mustBe(mime: string, sha256: string): Promise<void> {
    if (!checked.test(mime)) return;
    const content = await this.open(sha256);
    const found = await fileTypeFromStream(content as unknown as ReadableStream<Uint8Array>).catch(() => undefined);
    content.destroy();
    const family = (type: string) => type.split('/')[0];
    const fits =
      found !== undefined &&
      (found.mime === mime || (/^(audio|video)\//.test(mime) && family(found.mime) === family(mime)));
    const container = mime === 'application/zip' && found?.ext !== undefined;
    if (!fits && !container) throw new Refused(refusalOfErrors([{ path: 'file', code: 'file.type-lies' }]));
  }
}
