import type { CSSProperties } from 'react';

import type { PostCard } from '~/contract/blog/blog-schema';

/**
 * Returns the style for the box around a cover, so that the focal point stays visible if the
 * picture is cropped. Undefined without a picture.
 */
export function coverFocus(post: Pick<PostCard, 'imageUrl' | 'imageFocus'>) {
  const { x, y } = post.imageFocus;
  return post.imageUrl ? ({ '--focus': `${x}% ${y}%` } as CSSProperties) : undefined;
}
