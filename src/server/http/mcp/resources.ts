import { procedureAt, type RestRouter } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';

interface Fields {
  slug: string;
  [name: string]: unknown;
}

/** What visitors read of each content type: its path, the field of its title, and the Markdown fields below it. */
const kinds = {
  services: {
    path: 'services',
    title: 'name',
    summary: 'description',
    sections: { detailedDescription: '', features: 'Features', deliverables: 'Deliverables' },
  },
  blog: { path: 'blog', title: 'title', summary: 'excerpt', sections: { body: '' } },
  portfolio: {
    path: 'portfolio',
    title: 'title',
    summary: 'description',
    sections: { problem: 'Problem', approach: 'Approach', result: 'Result' },
  },
} as const;
type Kind = keyof typeof kinds;

const mimeType = 'text/markdown';

/** Services, posts and portfolio as Markdown, as visitors see them. */
export function createResources(appRouter: RestRouter, publicUrl: string) {
  const read = (context: Context, name: string, input?: object) =>
    procedureAt(appRouter.createCaller(context), name)(input);

  return {
    async list(context: Context) {
      const lists = await Promise.all(
        (Object.keys(kinds) as Kind[]).map(async (kind) => {
          const { path, title, summary } = kinds[kind];
          const rows = (await read(context, `${kind}.list`)) as Fields[];
          return rows.map((row) => ({
            uri: `${publicUrl}/${path}/${row.slug}`,
            name: `${path}/${row.slug}`,
            title: String(row[title]),
            description: String(row[summary]),
            mimeType,
          }));
        }),
      );
      return lists.flat();
    },

    /** @throws TRPCError for what no visitor sees. @returns undefined for an address of another kind */
    async read(context: Context, uri: string) {
      const [, path, slug] = /^\/(services|blog|portfolio)\/([^/]+)$/.exec(pathOf(uri)) ?? [];
      const kind = (Object.keys(kinds) as Kind[]).find((one) => kinds[one].path === path);
      if (!kind || slug === undefined) return undefined;
      const row = (await read(context, `${kind}.get`, { slug })) as Fields;
      return { uri, mimeType, text: markdownOf(kind, row) };
    },
  };

  function pathOf(uri: string): string {
    return uri.startsWith(`${publicUrl}/`) ? uri.slice(publicUrl.length) : '';
  }
}

function markdownOf(kind: Kind, row: Fields): string {
  const { title, summary, sections } = kinds[kind];
  const parts = Object.entries(sections).flatMap(([field, heading]) => {
    const value = row[field];
    const text = Array.isArray(value)
      ? value.map((line) => `- ${line}`).join('\n')
      : String(value ?? '').trim();
    return text ? [heading ? `## ${heading}\n\n${text}` : text] : [];
  });
  return `${[`# ${row[title]}`, String(row[summary]), ...parts].join('\n\n')}\n`;
}
