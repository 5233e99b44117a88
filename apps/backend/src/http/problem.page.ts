import { type RefusalCode, refusalSentences } from '@gos/domain';
import type { FastifyInstance } from 'fastify';
import { escaped } from '../kernel/html-text';
import { statusOf } from './statuses';

/** The page that the `type` of every problem links to, with an anchor per code. */
const problemPage = '/api/docs/problems';

function page(): string {
  const rows = Object.entries(refusalSentences).map(([code, sentence]) => {
    const status = statusOf(code as RefusalCode);
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escaped(sentence)}</td></tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Gos: refusals</title>
<style>body{font:1rem/1.5 system-ui;margin:2rem}td,th{padding:.25rem 1rem .25rem 0;text-align:left}:target{background:#ff06}</style></head>
<body><h1>Refusals and their codes</h1>
<p>A code is stable. In <code>errors</code> it stands for one field, and the answer is 422.</p>
<table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Sentence</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></body>
</html>
`;
}

/** Serves a page that explains every refusal code. */
export function serveProblems(fastify: FastifyInstance): void {
  fastify.get(problemPage, (_request, reply) => reply.type('text/html; charset=utf-8').send(page()));
}
