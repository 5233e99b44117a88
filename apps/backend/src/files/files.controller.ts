import { type FileReference, refuse } from '@gos/domain';
import { isVisibleTo, type TaskDocument, taskModel } from '@gos/projections';
import { Controller, Get, Param, Post, Req, Res, StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Refused } from '../cqrs/refused';
import { Views } from '../cqrs/views';
import { commandOf, type GosRequest, Me, type SignedIn } from '../http/request-context';
import { addressId } from '../http/validation';
import { ChangeTask } from '../tasks/tasks.commands';
import { Uploads } from './uploads';

const FileId = addressId('task.file.unknown');
const TaskId = addressId('task.not-found');
type Reader = SignedIn['actor'];

/** Shown in the page; everything else is offered for saving. */
const shown = /^(image\/(png|jpeg|gif|webp|avif)|application\/pdf|text\/plain)$/;

const fileBody = { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } as const;

@ApiTags('files')
@Controller()
export class FilesController {
  constructor(
    private readonly uploads: Uploads,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  @Post('files')
  @ApiConsumes('multipart/form-data')
  @ApiBody(fileBody)
  @ApiOperation({ summary: 'Upload a file that a task will refer to' })
  async upload(@Req() request: GosRequest, @Me() me: Reader) {
    if (me.role === 'auditor') throw new Refused(refuse('task.auditor'));
    const { fileId, name, size, mime } = await this.uploads.receive(request, me.id);
    return { fileId, name, size, mime };
  }

  @Get('files/:fileId')
  @ApiOperation({ summary: "One's own upload" })
  async own(
    @Param('fileId', FileId) fileId: number,
    @Me() me: Reader,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const file = await this.uploads.own(fileId, me.id);
    if (!file) throw new Refused(refuse('task.file.unknown'));
    return this.send(file, reply);
  }

  @Post('tasks/:id/files')
  @ApiConsumes('multipart/form-data')
  @ApiBody(fileBody)
  @ApiOperation({ summary: 'Add a file to a task' })
  async add(@Param('id', TaskId) taskId: number, @Req() request: GosRequest, @Me() me: Reader) {
    await this.visible(taskId, me);
    const file = await this.uploads.receive(request, me.id);
    const context = commandOf(request, [file.sha256, file.name]);
    const outcome = await this.commands.execute(
      new ChangeTask({ on: 'task', taskId, command: { type: 'addFile', file } }, context),
    );
    const added = outcome.events[0]?.data as FileReference | undefined;
    return {
      id: outcome.id,
      revision: outcome.revision,
      position: outcome.position,
      fileId: added?.fileId ?? file.fileId,
    };
  }

  @Get('tasks/:id/files/:fileId')
  @ApiOperation({ summary: 'The content of a file of a task' })
  async content(
    @Param('id', TaskId) taskId: number,
    @Param('fileId', FileId) fileId: number,
    @Me() me: Reader,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { task } = await this.visible(taskId, me);
    const file = task.files.find((one) => one.fileId === fileId && !one.deleted);
    if (!file) throw new Refused(refuse('task.file.unknown'));
    return this.send(file, reply);
  }

  private async visible(taskId: number, me: Reader): Promise<TaskDocument> {
    const document = await this.views.get<TaskDocument>(taskModel, taskId);
    if (!document || document.deleted || !isVisibleTo(document, me)) throw new Refused(refuse('task.not-found'));
    return document;
  }

  private async send(file: FileReference, reply: FastifyReply): Promise<StreamableFile> {
    const content = await this.uploads.open(file.sha256);
    const ascii = file.name.replace(/[^\x20-\x7e]|["\\]/g, '_');
    const kind = shown.test(file.mime) ? 'inline' : 'attachment';
    reply.header('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'");
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'private, max-age=31536000, immutable');
    return new StreamableFile(content, {
      type: shown.test(file.mime) ? file.mime : 'application/octet-stream',
      length: file.size,
      disposition: `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    });
  }
}
