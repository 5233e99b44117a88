import { areaPages } from '@gos/contract';
import { areaAddressOf, isArea, refuse } from '@gos/domain';
import { Controller, Header, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ServesContent } from '../../http/serves';
import { escaped } from '../../kernel/html-text';
import { Refused } from '../../kernel/refused';
import { InstallationSettings } from '../../shared/installation/settings';

/** Which page may frame this one, and what it may frame itself. */
const policyOf = (url: string) =>
  `default-src 'none'; style-src 'unsafe-inline'; frame-src ${new URL(url).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`;

/**
 * Other systems of the company in a page of their own: the policy of the pages, which anybody may read, names none of them, and
 * each may be framed here alone.
 */
@ApiTags('settings')
@Controller()
export class AreasController {
  constructor(private readonly settings: InstallationSettings) {}

  @ServesContent(areaPages.frame, 'A page that frames the system of an area that opens inside Gos')
  @Header('content-type', 'text/html; charset=utf-8')
  @ApiOkResponse({ content: { 'text/html': { schema: { type: 'string' } } } })
  frame(@Param('area') area: string, @Res({ passthrough: true }) reply: FastifyReply): string {
    const address = isArea(area) ? areaAddressOf(this.settings.areas, area) : null;
    if (!address?.frame) throw new Refused(refuse('request.not-found'));
    const { url } = address;
    reply.header('content-security-policy', policyOf(url));
    reply.header('x-frame-options', 'SAMEORIGIN');
    return `<!doctype html>
<html>
<head><meta charset="utf-8"><title>${area}</title>
<style>html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}</style></head>
<body><iframe src="${escaped(url)}" title="${area}" referrerpolicy="origin"></iframe></body>
</html>
`;
  }
}
