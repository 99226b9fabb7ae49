import frame from '~/blocks/block.module.css';
import type { BlockProps } from '~/blocks/block-props';
import { Questions } from '~/web/features/pricing/questions';
import '~/web/ui/prose.css';

export function QuestionsView({ block }: BlockProps<'questions'>) {
  return (
    <div className={frame.block}>
      <Questions
        title={block.title || 'Questions'}
        questions={block.items.map(({ question, html }) => ({
          question,
          answer: (
            <div
              className="prose"
              // The HTML is safe: the server renders it from Markdown without raw HTML.
              dangerouslySetInnerHTML={{ __html: html }}
            />
          ),
        }))}
      />
    </div>
  );
}
