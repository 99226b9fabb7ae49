const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** A part of an email, for its HTML and its text form. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'facts'; facts: [label: string, value: string][] };

/** The colours of an email: of the light theme, since few programs know the dark one. */
export type MailTones = Record<
  'paper' | 'ink' | 'quiet' | 'line' | 'rust' | 'on-rust' | 'straw',
  string
>;

export interface Sender {
  name: string;
  tones: MailTones;
  /** In place of the name; of this size at most. */
  logo?: { url: string; width: number; height: number } | undefined;
  /** Lines of the footer: sender and contact details. */
  foot: string[];
  /** Ends mails of this kind. */
  unsubscribeUrl?: string | undefined;
}

const multiline = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

function toHtml(part: Part, tones: MailTones): string {
  const { ink, quiet, line, rust } = tones;
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${multiline(part.text)}</p>`;
    case 'code':
      return `<p style="margin:0 0 16px;padding:16px 20px;border-radius:6px;background:${tones.straw};color:${ink};font-size:32px;font-weight:700;letter-spacing:8px">${escapeHtml(part.code)}</p>`;
    case 'button':
      return `<p style="margin:8px 0 24px"><a href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${rust};color:${tones['on-rust']};font-weight:600;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${part.facts
        .map(
          ([label, value]) =>
            `<tr><td style="padding:8px 16px 8px 0;border-top:1px solid ${line};color:${quiet};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td style="padding:8px 0;border-top:1px solid ${line};vertical-align:top;word-break:break-word">${multiline(value)}</td></tr>`,
        )
        .join('')}</table>`;
  }
}

function toText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return `    ${part.code}`;
    case 'button':
      return `${part.label}:\n${part.url}`;
    case 'facts':
      return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}

const noMore = 'No more mails of this kind';

const unsubscribeLines = ({ unsubscribeUrl }: Sender) =>
  unsubscribeUrl ? [`${noMore}: ${unsubscribeUrl}`] : [];

const unsubscribeHtml = ({ unsubscribeUrl, tones }: Sender) =>
  unsubscribeUrl
    ? `<br><a href="${escapeHtml(unsubscribeUrl)}" style="color:${tones.quiet}">${noMore}</a>`
    : '';

/** A program that shows no pictures shows the name. */
const nameHtml = ({ name, logo }: Sender) =>
  logo
    ? `<img src="${escapeHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(name)}" style="display:block">`
    : escapeHtml(name);

/** Renders an email as HTML and as text. Text that users typed is escaped. */
export function layOut(
  sender: Sender,
  title: string,
  parts: Part[],
): { html: string; text: string } {
  const { paper, ink, quiet, line, rust } = sender.tones;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head><body style="margin:0;padding:24px 12px;background:${paper};color:${ink};font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;margin:0 auto"><tr><td style="padding:0 0 20px;font-size:20px;font-weight:700;color:${rust}">${nameHtml(sender)}</td></tr><tr><td style="padding:28px;border:1px solid ${line};border-radius:6px;background:#ffffff"><h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>${parts.map((part) => toHtml(part, sender.tones)).join('')}</td></tr><tr><td style="padding:20px 0;font-size:14px;color:${quiet}">${sender.foot.map(escapeHtml).join('<br>')}${unsubscribeHtml(sender)}</td></tr></table></body></html>`;
  const text = [
    title,
    ...parts.map(toText),
    `-- \n${[sender.name, ...sender.foot, ...unsubscribeLines(sender)].join('\n')}`,
  ];
  return { html, text: `${text.join('\n\n')}\n` };
}
