import type { LegalSection } from '~/contract/legal/legal-schema';
import { renderSection } from '~/server/features/content/blog/markdown';

const heading = /^## +(.+?)(?: +\{#([a-z0-9-]+)\})? *$/;

const idOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');

/**
 * Splits Markdown into its lead and its sections. The lead is the text before the first heading of the second level, as
 * plain text. Each of these headings begins a section, and can specify the section's fragment, as in `## Refunds
 * {#refunds}`. Equal fragments get a number.
 */
export function sectionsOf(markdown: string): { lead: string; sections: LegalSection[] } {
  const parts: { id: string; title: string; lines: string[] }[] = [];
  const lead: string[] = [];
  const taken = new Set<string>();
  // Next number to try for each fragment.
  const next = new Map<string, number>();
  for (const line of markdown.split('\n')) {
    const [, title, named] = heading.exec(line) ?? [];
    if (title === undefined) {
      (parts.at(-1)?.lines ?? lead).push(line);
      continue;
    }
    const wanted = named ?? (idOf(title) || 'section');
    let id = wanted;
    for (let n = next.get(wanted) ?? 2; taken.has(id); n += 1) {
      id = `${wanted}-${n}`;
      next.set(wanted, n + 1);
    }
    taken.add(id);
    parts.push({ id, title, lines: [] });
  }
  return {
    lead: lead.join('\n').trim().replace(/\s+/g, ' '),
    sections: parts.map(({ id, title, lines }) => ({
      id,
      title,
      html: renderSection(lines.join('\n').trim()),
    })),
  };
}
