import { useRouter } from '@tanstack/react-router';

import { homeTexts } from '~/contract/built-in-pages/home-texts';
import { useResult } from '~/web/lib/use-result';
import { useTexts } from '~/web/shell/settings';
import { FeaturedList } from './featured-list';
import { ServiceRows } from './service-rows';

export function FeaturedServices() {
  const { api } = useRouter().options.context;
  const services = useResult(api.services.firstCards.queryOptions());
  const texts = useTexts('home', homeTexts);
  if (services.length === 0) return null;
  return (
    <FeaturedList
      id="services-title"
      title={texts.servicesTitle}
      to="/services"
      linkText={texts.servicesLink}
    >
      <ServiceRows services={services} />
    </FeaturedList>
  );
}
