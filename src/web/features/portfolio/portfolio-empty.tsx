import { Link } from '@tanstack/react-router';

import { buttonClass } from '~/web/ui/button';
import { Empty } from '~/web/ui/empty';
import styles from './page-portfolio.module.css';

export function PortfolioEmpty() {
  return (
    <div className={styles.empty}>
      <Empty>
        <h2>No portfolio items yet.</h2>
        <p>
          We only show work with the client’s consent. In the meantime, see our services and prices,
          or ask us for an example similar to your project.
        </p>
        <div className={styles.actions}>
          <Link to="/services" className={buttonClass()}>
            Services and prices
          </Link>
          <Link to={'/contact' as string} className={buttonClass('outline')}>
            Ask for an example
          </Link>
        </div>
      </Empty>
    </div>
  );
}
