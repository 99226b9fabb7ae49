import { piecesOf } from '~/contract/common/links';
import { answerAboveLine } from '~/contract/mail/incoming-mail';

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '');

/** Part of an email, with an HTML and a text version. */
export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'links'; links: [label: string, url: string][] }
  | { kind: 'facts'; facts: [label: string, value: string][] };

/** Colors of an email in one theme. */
export type MailTones = Record<
  'paper' | 'raised' | 'ink' | 'quiet' | 'line' | 'rust' | 'on-rust' | 'straw',
  string
>;

export interface Sender {
  name: string;
  tones: MailTones;
  /** Colors for email programs in dark mode. */
  darkTones: MailTones;
  /** Logo that is shown instead of the name, with its maximum size. */
  logo?: { url: string; width: number; height: number } | undefined;
  /** Lines at the bottom: sender and contact details. */
  foot: string[];
  /** URL that unsubscribes from this kind of email. */
  unsubscribeUrl?: string | undefined;
  /** True if replies to this email are read. */
  takesAnswers?: boolean;
}

/** Renders text as typed, with its line breaks, spaces and links. */
const multiline = (text: string) =>
  piecesOf(text)
    .map(({ text: piece, href }) => {
      const written = escapeHtml(piece)
        .replaceAll(/^ | (?= )/gm, '&nbsp;')
        .replaceAll('\n', '<br>');
      return href ? `<a class="link" href="${escapeHtml(href)}">${written}</a>` : written;
    })
    .join('');

function toHtml(part: Part, tones: MailTones): string {
  const { ink, quiet, line, rust } = tones;
  switch (part.kind) {
    case 'text':
      return `<p style="margin:0 0 16px">${multiline(part.text)}</p>`;
    case 'code':
      return `<p class="code" style="margin:0 0 16px;padding:16px 20px;border-radius:6px;background:${tones.straw};color:${ink};font-size:32px;font-weight:700;letter-spacing:8px">${escapeHtml(part.code)}</p>`;
    case 'button':
      return `<p style="margin:8px 0 24px"><a class="button" href="${escapeHtml(part.url)}" style="display:inline-block;padding:12px 22px;border-radius:6px;background:${rust};color:${tones['on-rust']};font-weight:600;text-decoration:none">${escapeHtml(part.label)}</a></p>`;
    case 'links':
      return `<p style="margin:0 0 16px">${part.links
        .map(
          ([label, url]) =>
            `<a class="link" href="${escapeHtml(url)}" style="color:${rust}">${escapeHtml(label)}</a>`,
        )
        .join('<br>')}</p>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${part.facts
        .map(
          ([label, value]) =>
            `<tr><td class="line quiet" style="padding:8px 16px 8px 0;border-top:1px solid ${line};color:${quiet};vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="line" style="padding:8px 0;border-top:1px solid ${line};vertical-align:top;word-break:break-word">${multiline(value)}</td></tr>`,
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
    case 'links':
      return part.links.map(([label, url]) => `${label}:\n${url}`).join('\n');
    case 'facts':
      return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n');
  }
}

const answerHtml = ({ takesAnswers, tones }: Sender) =>
  takesAnswers
    ? `<tr><td class="quiet" style="padding:0 0 16px;font-size:14px;color:${tones.quiet}">${answerAboveLine}</td></tr>`
    : '';

const noMore = 'Unsubscribe from these emails';

const unsubscribeLines = ({ unsubscribeUrl }: Sender) =>
  unsubscribeUrl ? [`${noMore}: ${unsubscribeUrl}`] : [];

const unsubscribeHtml = ({ unsubscribeUrl, tones }: Sender) =>
  unsubscribeUrl
    ? `<br><a class="quiet" href="${escapeHtml(unsubscribeUrl)}" style="color:${tones.quiet}">${noMore}</a>`
    : '';

/**
 * Returns the logo, with the name as its alternative text for email programs that load no pictures. Without a logo,
 * returns the name.
 */
const nameHtml = ({ name, logo }: Sender) =>
  logo
    ? `<img src="${escapeHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${escapeHtml(name)}" style="display:block">`
    : escapeHtml(name);

/**
 * Returns the CSS rules for dark mode. Programs that support them apply them instead of the inline styles of the light
 * theme.
 */
function darkCss({ darkTones: tones, logo, tones: { paper } }: Sender): string {
  const rules = [
    `body{background:${tones.paper}!important;color:${tones.ink}!important}`,
    `.card{background:${tones.raised}!important;border-color:${tones.line}!important}`,
    // Gives the logo a light background, because the logo may be dark.
    logo
      ? `.name img{background:${paper};padding:8px 12px;border-radius:6px}`
      : `.name{color:${tones.rust}!important}`,
    `.quiet{color:${tones.quiet}!important}`,
    `.line{border-color:${tones.line}!important}`,
    `.code{background:${tones.straw}!important;color:${tones.ink}!important}`,
    `.button{background:${tones.rust}!important;color:${tones['on-rust']}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}

/** Renders an email as HTML and as text. Text that users typed is escaped. */
export function layOut(
  sender: Sender,
  title: string,
  parts: Part[],
): { html: string; text: string } {
  const { paper, raised, ink, quiet, line, rust } = sender.tones;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${darkCss(sender)}</style></head><body style="margin:0;padding:24px 12px;background:${paper};color:${ink};font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"><table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;margin:0 auto">${answerHtml(sender)}<tr><td class="name" style="padding:0 0 20px;font-size:20px;font-weight:700;color:${rust}">${nameHtml(sender)}</td></tr><tr><td class="card" style="padding:28px;border:1px solid ${line};border-radius:6px;background:${raised}"><h1 style="margin:0 0 16px;font-size:24px;line-height:1.2">${escapeHtml(title)}</h1>${parts.map((part) => toHtml(part, sender.tones)).join('')}</td></tr><tr><td class="quiet" style="padding:20px 0;font-size:14px;color:${quiet}">${sender.foot.map(escapeHtml).join('<br>')}${unsubscribeHtml(sender)}</td></tr></table></body></html>`;
  const text = [
    ...(sender.takesAnswers ? [answerAboveLine] : []),
    title,
    ...parts.map(toText),
    `-- \n${[sender.name, ...sender.foot, ...unsubscribeLines(sender)].join('\n')}`,
  ];
  return { html, text: `${text.join('\n\n')}\n` };
}
