import type { Language } from '@gos/domain';
import { escaped } from '../../../kernel/html-text';

export interface LetterOf {
  readonly language: Language;
  readonly subject: string;
  readonly hello: string;
  readonly sentences: readonly string[];
  /** The action for the reader, if any; it follows the first sentence. */
  readonly button?: { readonly label: string; readonly address: string };
  /** The sender's name. */
  readonly brandName: string;
  readonly origin: string;
}

/** Removes control characters, which a header line may not contain. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');

/** Returns subject, text and HTML of an e-mail about an account. */
export function renderEmail({ language, subject, hello, sentences, button, brandName, origin }: LetterOf) {
  const [first = '', ...others] = sentences;
  const title = oneLine(subject);
  const text = [
    hello,
    first,
    ...(button ? [`${button.label}:\n${button.address}`] : []),
    ...others,
    `-- \n${brandName}\n${origin}`,
  ].join('\n\n');
  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px 16px;font:15px/1.45 -apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto">
${paragraph(escaped(hello))}
${paragraph(escaped(first))}
${button ? paragraph(`<a href="${escaped(button.address)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#3b5bdb;color:#fff;font-weight:600;text-decoration:none">${escaped(button.label)}</a>`) : ''}
${others.map((sentence) => paragraph(escaped(sentence))).join('\n')}
<hr style="border:0;border-top:1px solid #8886;margin:24px 0 12px">
<p style="margin:0;font-size:13px;opacity:.8">${escaped(brandName)} · <a href="${escaped(origin)}">${escaped(origin)}</a></p>
</div>
</body>
</html>
`;
  return { subject: title, text, html };
}
