import { Link } from '@tanstack/react-router';

import { IfPage } from '~/web/shell/if-page';
import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function PostNotFound() {
  return (
    <Notice
      title="Post Not Found"
      text="The post you're looking for doesn't exist or has been removed."
    >
      <IfPage page="blog">
        <Link to="/blog" className={buttonClass()}>
          See all posts
        </Link>
      </IfPage>
    </Notice>
  );
}
