import { fileContents, fileOperations } from '@gos/contract';
import { type FileReference, may, noBlockers, refuse, taskAggregate, taskRefusalOf, taskRolesOf } from '@gos/domain';
import { applyDecorators, Controller, HttpStatus, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiHeader, ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { RunCommand } from '../../engine/commands/run-command';
import { commandAnswer } from '../../http/commands';
import { parseQuery } from '../../http/list-query';
import { CommandRequestOf, type ContextOf, type GosRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves, ServesContent } from '../../http/serves';
import { idParam } from '../../http/validation';
import { Refused } from '../../kernel/refused';
import { Uploads } from '../../shared/file/uploads';
import { VisibleTasks } from '../../shared/task/visible-tasks';

const FileId = idParam('task.file.unknown');
const TaskId = idParam('task.not-found');
type Reader = SignedIn['actor'];

/** MIME types served inline; all others are served as attachments. */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|application\/pdf|text\/plain)$/;

/** Content-Security-Policy of uploaded files, whatever page may frame them. */
const policy = "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline';";

const content = { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } } as const;
/** OpenAPI responses of a download, whole or by `Range`. */
const ApiContent = () =>
  applyDecorators(
    ApiOkResponse({ ...content, description: 'All of it' }),
    ApiResponse({ ...content, status: HttpStatus.PARTIAL_CONTENT, description: 'The part that Range asks for' }),
    ApiHeader({ name: 'Range', required: false, description: 'One part, such as bytes=0-1023' }),
  );

const typeOf = ({ mime }: FileReference) =>
  mime === 'text/plain' ? 'text/plain; charset=utf-8' : shown.test(mime) ? mime : 'application/octet-stream';

/** Content-Disposition (RFC 6266) with an ASCII name for old clients in addition to the real name. */
function dispositionOf({ name, mime }: FileReference): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${shown.test(mime) ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The byte range of a `Range` header; null (the whole file) without one, for several ranges and for one outside the file. */
function rangeOf(header: string | undefined, size: number): { start: number; end: number } | null {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!asked || (asked[1] === '' && asked[2] === '')) return null;
  const [first, last] = [asked[1]!, asked[2]!];
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start <= end ? { start, end } : null;
}

@ApiTags('files')
@Controller()
export class FilesController {
  constructor(
    private readonly uploads: Uploads,
    private readonly tasks: VisibleTasks,
    private readonly commands: CommandBus,
  ) {}

  @Serves(fileOperations.upload, 'Upload a file that a task will refer to')
  async upload(@Req() request: GosRequest, @Me() me: Reader) {
    const mayUpload = async () => {
      if (me.role === 'auditor') throw new Refused(refuse('task.auditor'));
    };
    const { fileId, name, size, mime } = await this.uploads.receive(request, me.id, mayUpload);
    return { fileId, name, size, mime };
  }

  @ServesContent(fileContents.own, "One's own upload; once a task refers to it, that of everybody who sees it there")
  @ApiContent()
  async own(
    @Param('fileId', FileId) fileId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
    @Req() request: GosRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const deletedToo = parseQuery(raw, fileContents.own.query).deleted === true;
    const file = await this.uploads.readable(fileId, me, { deletedToo });
    if (!file) throw new Refused(refuse('task.file.unknown'));
    return this.send(file, request, reply);
  }

  @Serves(fileOperations.addToTask, 'Add a file to a task')
  async add(
    @Param('id', TaskId) taskId: number,
    @Req() request: GosRequest,
    @Me() me: Reader,
    @CommandRequestOf() contextOf: ContextOf,
  ) {
    // Refuses invalid headers before anything is stored.
    contextOf();
    const file = await this.uploads.receive(request, me.id, async () => {
      const { task } = await this.tasks.get(taskId, me);
      const refused = taskRefusalOf('files', task, taskRolesOf(task, me), noBlockers);
      if (refused) throw new Refused(refuse(refused));
    });
    const context = contextOf([file.sha256, file.name]);
    const command = { type: 'addFile', body: { file } } as const;
    const done = await this.commands
      .execute(new RunCommand(taskAggregate, taskId, command, context))
      .catch(async (error) => {
        if (error instanceof Refused) await this.uploads.giveUp(file);
        throw error;
      });
    const added = done.changed ? done.state.files.at(-1)! : file;
    return { ...commandAnswer(done), fileId: added.fileId };
  }

  @ServesContent(fileContents.ofTask, 'The content of a file of a task')
  @ApiContent()
  async content(
    @Param('id', TaskId) taskId: number,
    @Param('fileId', FileId) fileId: number,
    @Query() raw: Record<string, unknown>,
    @Me() me: Reader,
    @Req() request: GosRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const deleted = parseQuery(raw, fileContents.ofTask.query).deleted === true;
    const { task } = await this.tasks.get(taskId, me, { deletedToo: deleted });
    const file = task.files.find((one) => one.fileId === fileId);
    const seesRemoved = deleted && may(taskRolesOf(task, me), 'seeRemovedFiles');
    if (!file || (file.deleted && !seesRemoved)) throw new Refused(refuse('task.file.unknown'));
    return this.send(file, request, reply);
  }

  private async send(
    file: FileReference,
    { headers }: GosRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | undefined> {
    const tag = `"${file.sha256}"`;
    // The application shows PDFs in a frame; the sandbox policy applies there too.
    const framed = file.mime === 'application/pdf';
    reply.header('content-security-policy', `${policy} frame-ancestors ${framed ? "'self'" : "'none'"}`);
    if (framed) reply.header('x-frame-options', 'SAMEORIGIN');
    reply.header('cache-control', 'private, no-cache');
    reply.header('etag', tag);
    reply.header('accept-ranges', 'bytes');
    if (headers['if-none-match']?.includes(tag)) {
      reply.status(HttpStatus.NOT_MODIFIED);
      return undefined;
    }
    const range = rangeOf(headers['if-range'] === undefined ? headers.range : undefined, file.size);
    const stream = await this.uploads.open(file.sha256, range ?? undefined);
    if (range) {
      reply.status(HttpStatus.PARTIAL_CONTENT);
      reply.header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
    }
    return new StreamableFile(stream, {
      type: typeOf(file),
      length: range ? range.end - range.start + 1 : file.size,
      disposition: dispositionOf(file),
    });
  }
}
