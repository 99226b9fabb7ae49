import { procedureAt, type RestRouter } from '~/server/http/rest';
import type { Context } from '~/server/platform/trpc/context';

interface Fields {
  slug: string;
  [name: string]: unknown;
}

/**
 * Fields that contain the title and the summary, for each content type. The type's name is also that of its router and
 * path.
 */
const kinds = {
  services: { title: 'name', summary: 'description' },
  blog: { title: 'title', summary: 'excerpt' },
  portfolio: { title: 'title', summary: 'description' },
};

const mimeType = 'text/markdown';

export interface ResourceOptions {
  appRouter: RestRouter;
  publicUrl: string;
  /** Reads a public page as Markdown; undefined for a page that is not public. */
  readMarkdown(path: string): Promise<string | undefined>;
}

/** Creates the resources: services, posts and portfolio items as Markdown, as visitors see them. */
export function createResources({ appRouter, publicUrl, readMarkdown }: ResourceOptions) {
  return {
    async list(context: Context) {
      const caller = appRouter.createCaller(context);
      const lists = await Promise.all(
        Object.entries(kinds).map(async ([kind, { title, summary }]) => {
          const rows = (await procedureAt(caller, `${kind}.list`)(undefined)) as Fields[];
          return rows.map((row) => ({
            uri: `${publicUrl}/${kind}/${row.slug}`,
            name: `${kind}/${row.slug}`,
            title: String(row[title]),
            description: String(row[summary]),
            mimeType,
          }));
        }),
      );
      return lists.flat();
    },

    /** Reads a resource. @returns undefined for other URIs, and for content that is not public */
    async read(uri: string) {
      const path = uri.startsWith(`${publicUrl}/`) ? uri.slice(publicUrl.length) : '';
      if (!/^\/(services|blog|portfolio)\/[\w%-]+$/.test(path)) return undefined;
      const text = await readMarkdown(path);
      return text === undefined ? undefined : { uri, mimeType, text };
    },
  };
}
