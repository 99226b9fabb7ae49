import { createHtmlToMarkdown } from '~/server/platform/markdown/html-to-markdown';

const charactersPerToken = 4;

/** Estimates the number of tokens for a language model. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / charactersPerToken);

/**
 * Returns a function that converts a page's main content to Markdown with absolute URLs. The function returns undefined
 * for a page that cannot be converted.
 */
export function createPageMarkdown(publicUrl: string) {
  const convert = createHtmlToMarkdown('pages');
  return async (path: string, html: string): Promise<string | undefined> => {
    const main = mainOf(html);
    if (main === undefined) return undefined;
    const addressed = main
      // Removes elements that the conversion does not need to parse.
      .replaceAll(/<(svg|script|style)\b[\s\S]*?<\/\1>/g, '')
      .replaceAll(/ srcSet="[^"]*"/gi, '')
      // Inserts a space before dates, which only styles separate from the previous element.
      .replaceAll(/(?<=<\/\w+>)<time\b/g, ' <time')
      .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${publicUrl}/`)
      .replaceAll(' href="#', () => ` href="${publicUrl}${path}#`);
    const markdown = await convert({ html: addressed, isPage: true });
    return markdown === undefined ? undefined : `${markdown.trim()}\n`;
  };
}

function mainOf(html: string): string | undefined {
  const start = html.indexOf('<main');
  const end = html.lastIndexOf('</main>');
  return start === -1 || end < start ? undefined : html.slice(html.indexOf('>', start) + 1, end);
}
