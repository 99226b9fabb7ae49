import { getRouteApi } from '@tanstack/react-router';

import { categories } from '~/contract/services/categories';
import { useResult } from '~/web/lib/use-result';
import { Empty } from '~/web/ui/empty';
import { CardService } from './card-service';
import { CategoryFilter } from './category-filter';
import styles from './page-services.module.css';
import { ServicesCall } from './services-call';
import { ServicesHead } from './services-head';

const route = getRouteApi('/services/');

export function PageServices() {
  const { api } = route.useRouteContext();
  const { category } = route.useSearch();
  const services = useResult(api.services.cards.queryOptions());
  const shown = category ? services.filter((one) => one.category === category) : services;
  const offered = categories.filter((one) => services.some((service) => service.category === one));

  return (
    <div className={`wrap ${styles.page}`}>
      <ServicesHead />
      <CategoryFilter offered={offered} chosen={category} />
      {shown.length > 0 ? (
        <ul className={styles.grid}>
          {shown.map((service) => (
            <CardService key={service.id} service={service} />
          ))}
        </ul>
      ) : (
        <div className={styles.empty}>
          <Empty scene="hover">
            <p>No services found in this category.</p>
          </Empty>
        </div>
      )}
      <ServicesCall />
      <p className="visually-hidden" role="status">
        {shown.length} {shown.length === 1 ? 'service' : 'services'} shown
      </p>
    </div>
  );
}
