import type { Service } from '~/contract/services/services-schema';
import services from './samples/services.json';

export type ServiceSeed = Omit<Service, 'id' | 'price' | 'briefFormId'> & { priceCents: number };

/** In the order of the site; the landing page shows the first six. */
export const seedServices = services as ServiceSeed[];
