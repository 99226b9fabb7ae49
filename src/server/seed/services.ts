import type { Service } from '~/contract/services/services-schema';
import services from './samples/services.json';

export type ServiceSeed = Omit<Service, 'id' | 'price' | 'briefFormId'> & { priceCents: number };

/** Services in the order of the site. The landing page shows the first six. */
export const seedServices = services as ServiceSeed[];
