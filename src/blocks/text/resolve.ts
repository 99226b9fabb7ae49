import type { Resolver } from '~/blocks/block-sources';
import { renderMarkdown } from '~/server/features/content/blog/markdown';

export const resolveText: Resolver<'text'> = ({ text, ...block }) => ({
  ...block,
  html: renderMarkdown(text).html,
});
