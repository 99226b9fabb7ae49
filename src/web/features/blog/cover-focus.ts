import type { CSSProperties } from 'react';

import type { PostCard } from '~/contract/blog/blog-schema';

/** For the box around a cover: where its picture is cut, this point stays in view. */
export function coverFocus(post: Pick<PostCard, 'imageUrl' | 'imageFocus'>) {
  const { x, y } = post.imageFocus;
  return post.imageUrl ? ({ '--focus': `${x}% ${y}%` } as CSSProperties) : undefined;
}
