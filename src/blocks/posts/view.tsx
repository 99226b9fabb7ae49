import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import { PostRow } from '~/web/features/blog/post-row';

export function PostsView({ block }: BlockProps<'posts'>) {
  return (
    <BlockSection title={block.title}>
      <ul className="wrap">
        {block.posts.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ul>
    </BlockSection>
  );
}
