import type { CSSProperties } from 'react';

import type { PostCard } from '~/contract/blog/blog-schema';

/** Returns the style for the box around a cover: if its picture is cropped, this point stays visible. */
export function coverFocus(post: Pick<PostCard, 'imageUrl' | 'imageFocus'>) {
  const { x, y } = post.imageFocus;
  return post.imageUrl ? ({ '--focus': `${x}% ${y}%` } as CSSProperties) : undefined;
}
