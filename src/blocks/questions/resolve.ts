import type { Resolver } from '~/blocks/block-sources';
import { renderMarkdown } from '~/server/features/content/blog/markdown';

export const resolveQuestions: Resolver<'questions'> = async (block, { settings }) => {
  const { type, title, from } = block;
  const items = from === 'own' ? block.items : await settings.getQuestions();
  if (items.length === 0) return undefined;
  return {
    type,
    title,
    items: items.map(({ question, answer }) => ({ question, html: renderMarkdown(answer).html })),
  };
};
