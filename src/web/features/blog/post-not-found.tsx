import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function PostNotFound() {
  return (
    <Notice
      title="Post Not Found"
      text="The post you're looking for doesn't exist or has been removed."
    >
      <Link to="/blog" className={buttonClass()}>
        See all posts
      </Link>
    </Notice>
  );
}
