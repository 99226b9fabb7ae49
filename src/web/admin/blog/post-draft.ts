import type { AdminPost, PostFields } from '~/contract/blog/blog-form-schema';
import { middle } from '~/contract/common/focus';
import { predictedSlug } from '~/contract/common/slugs';
import type { Draft } from '~/web/admin/form/draft';
import type { PreviewDraft } from '~/web/admin/form/site-preview';

/** Publication choice in the form: a draft, published now, or published at a chosen time. */
export type Appearance = 'draft' | 'now' | 'at';

/** Values of the post form. The form splits `publishedAt` into a choice and a time. */
export type PostDraft = Draft<Omit<PostFields, 'publishedAt'>> & {
  appearance: Appearance;
  /** Local date and time in the format of the browser's field, for a scheduled post. */
  at: string;
};

export function emptyDraft(authorName: string): PostDraft {
  return {
    title: '',
    slug: '',
    category: 'Technology',
    excerpt: '',
    body: '',
    authorName,
    authorAvatar: '',
    imageUrl: '',
    imageFocus: middle,
    featured: false,
    metaTitle: '',
    metaDescription: '',
    appearance: 'draft',
    at: '',
  };
}

/** Formats a time as `2026-11-21T09:30` in the time zone of the browser. */
function localOf(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function draftOf(post: AdminPost): PostDraft {
  const { title, slug, category, excerpt, body, authorName, featured } = post;
  const { metaTitle, metaDescription, publishedAt } = post;
  return {
    title,
    slug,
    category,
    excerpt,
    body,
    authorName,
    authorAvatar: post.authorAvatar ?? '',
    imageUrl: post.imageUrl ?? '',
    imageFocus: post.imageFocus,
    featured,
    metaTitle,
    metaDescription,
    appearance: publishedAt ? 'at' : 'draft',
    at: publishedAt ? localOf(publishedAt) : '',
  };
}

/**
 * Returns the fields to send. An unchanged time keeps its seconds, which the form does not show.
 */
export function fieldsOf(draft: PostDraft, before: AdminPost | undefined) {
  const { appearance, at, ...fields } = draft;
  return { ...fields, publishedAt: publicationOf(appearance, at, before) };
}

/** Returns the content for the preview. Without a publication time, the post is shown as if published now. */
export function previewOf(draft: PostDraft, before: AdminPost | undefined) {
  const { slug, featured, metaTitle, metaDescription, appearance, at, ...shown } = draft;
  return {
    // The path seeds the drawing that replaces a missing cover.
    path: `/blog/${predictedSlug(slug || shown.title) || 'post'}`,
    post: {
      ...shown,
      publishedAt: appearance === 'at' ? publicationOf(appearance, at, before) : null,
      ...(before && { id: before.id }),
    },
  } satisfies PreviewDraft;
}

function publicationOf(appearance: Appearance, at: string, before: AdminPost | undefined) {
  if (appearance === 'draft') return null;
  if (appearance === 'now') return new Date().toISOString();
  if (before?.publishedAt && localOf(before.publishedAt) === at) return before.publishedAt;
  return Number.isNaN(Date.parse(at)) ? at : new Date(at).toISOString();
}
