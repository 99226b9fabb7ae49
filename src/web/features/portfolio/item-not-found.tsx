import { Link } from '@tanstack/react-router';

import { IfPage } from '~/web/shell/if-page';
import { buttonClass } from '~/web/ui/button';
import { Notice } from '~/web/ui/notice';

export function ItemNotFound() {
  return (
    <Notice
      title="Project Not Found"
      text="The project you're looking for doesn't exist or has been removed."
    >
      <IfPage page="portfolio">
        <Link to="/portfolio" className={buttonClass()}>
          See the whole portfolio
        </Link>
      </IfPage>
    </Notice>
  );
}
