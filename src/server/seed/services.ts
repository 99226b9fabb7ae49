import type { Service } from '~/contract/services/services-schema';
import services from './samples/services.json';

export type ServiceSeed = Omit<Service, 'id' | 'price' | 'briefFormId'> & { priceCents: number };

/** In the order in which the site shows them; the landing page takes the first six. */
export const seedServices = services as ServiceSeed[];
