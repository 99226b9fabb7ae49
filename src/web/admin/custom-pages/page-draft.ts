import type { Block } from '~/blocks/block-schemas';
import type {
  AdminCustomPage,
  CustomPageFields,
} from '~/contract/custom-pages/custom-pages-schema';
import type { PageStatus } from '~/contract/custom-pages/page-statuses';
import type { Draft } from '~/web/admin/form/draft';

/** Values of the page form, with the publication time as local time. */
export type PageDraft = Draft<
  CustomPageFields,
  { publishAt: string; status: PageStatus; blocks: Block[] }
>;

export const emptyDraft: PageDraft = {
  title: '',
  slug: '',
  blocks: [],
  metaTitle: '',
  metaDescription: '',
  status: 'draft',
  publishAt: '',
  inNavigation: false,
  inFooter: false,
};

/** Formats a time as `2026-11-21T09:30` in the time zone of the browser. */
function localOf(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function draftOf(page: AdminCustomPage): PageDraft {
  const { title, slug, blocks, metaTitle, metaDescription, status, inNavigation, inFooter } = page;
  return {
    ...{ title, slug, blocks, metaTitle, metaDescription, status, inNavigation, inFooter },
    publishAt: status === 'scheduled' && page.publishAt ? localOf(page.publishAt) : '',
  };
}

/**
 * Returns the fields to send. An unchanged time keeps its seconds, which the form does not show.
 */
export function fieldsOf({ publishAt, ...draft }: PageDraft, before: AdminCustomPage | undefined) {
  if (draft.status !== 'scheduled') return draft;
  if (before?.publishAt && localOf(before.publishAt) === publishAt) {
    return { ...draft, publishAt: before.publishAt };
  }
  const isTime = !Number.isNaN(Date.parse(publishAt));
  return { ...draft, publishAt: isTime ? new Date(publishAt).toISOString() : publishAt || null };
}
