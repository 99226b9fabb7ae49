import { parseAccept } from 'hono/utils/accept';

const markdownType = 'text/markdown';

/** Returns whether the Accept header contains Markdown and does not prefer HTML. Browsers never list Markdown. */
export function prefersMarkdown(accept: string | null | undefined): boolean {
  if (!accept?.toLowerCase().includes(markdownType)) return false;
  const types = parseAccept(accept);
  const weightOf = (type: string) => types.find((one) => one.type.toLowerCase() === type)?.q ?? 0;
  return weightOf(markdownType) > 0 && weightOf(markdownType) >= weightOf('text/html');
}

/** Returns whether content is Markdown. @param type value of the Content-Type header */
export const isMarkdown = (type: string | null | undefined): boolean =>
  type?.startsWith(markdownType) ?? false;
