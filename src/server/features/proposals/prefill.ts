import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import { centsToAmount, priceToCents } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { nameMax } from '~/contract/common/limits';
import { messageServices, noService } from '~/contract/leads/contact';
import { leadCountryCode } from '~/contract/leads/country-label';
import { labelOf } from '~/contract/leads/quotes';
import type { ProposalFields } from '~/contract/proposals/proposals-schema';
import type { Category } from '~/contract/services/categories';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import type { Database } from '~/server/platform/db/client';
import { containing } from '~/server/platform/db/paging';
import { contactMessages } from '~/server/platform/db/schema/contact';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { services } from '~/server/platform/db/schema/services';
import { isNotDeleted } from './proposals.rows';

const suggestionsMax = 20;
/** Number of newest proposals in which items are searched. */
const searchedMax = 100;

/** Returns data from a quote: name, email, company, country, and the service with its starting price. */
export async function fieldsOfQuote(
  tx: Pick<Database, 'select'>,
  quoteId: number,
  currency: string,
): Promise<ProposalFields> {
  const [found] = await tx
    .select({ quote: quotes, service: services })
    .from(quotes)
    .leftJoin(services, eq(services.id, quotes.serviceId))
    .where(eq(quotes.id, quoteId));
  if (!found) throw new AppError('NOT_FOUND', 'Quote not found');
  const { quote, service } = found;
  const description = service?.name ?? quote.serviceName;
  const country = leadCountryCode(quote.country);
  const unitPrice = centsToAmount(priceToCents(service?.priceCents ?? 0, currency), currency);
  return {
    title: description || 'Proposal',
    client: {
      name: quote.name,
      email: quote.email,
      ...(quote.company && { company: quote.company }),
      ...(country && { country }),
    },
    items: description ? [{ description, quantity: '1', unitPrice, optional: false }] : [],
  };
}

/** Categories of services for options of the contact form. */
const categoryOf = new Map<string, Category>([
  ['website', 'website'],
  ['marketing', 'marketing'],
  ['social-media', 'social_media'],
  ['branding', 'branding'],
  ['business-strategy', 'business'],
]);

/** Returns data from a contact message: name, email, and its subject with the lowest price of the corresponding services. */
export async function fieldsOfMessage(
  tx: Pick<Database, 'select'>,
  messageId: number,
  currency: string,
): Promise<ProposalFields> {
  const [message] = await tx
    .select()
    .from(contactMessages)
    .where(eq(contactMessages.id, messageId));
  if (!message) throw new AppError('NOT_FOUND', 'Message not found');
  const { firstName, lastName, email, service, subject } = message;
  const description = service === noService.value ? '' : labelOf(messageServices, service);
  const category = categoryOf.get(service);
  const [cheapest] = category
    ? await tx
        .select({ cents: services.priceCents })
        .from(services)
        .where(
          and(
            eq(services.category, category),
            eq(services.isActive, true),
            isNull(services.deletedAt),
          ),
        )
        .orderBy(services.priceCents)
        .limit(1)
    : [];
  const unitPrice = centsToAmount(priceToCents(cheapest?.cents ?? 0, currency), currency);
  return {
    title: (subject || description || 'Proposal').slice(0, 150),
    client: { name: `${firstName} ${lastName}`.trim().slice(0, nameMax), email },
    items: description ? [{ description, quantity: '1', unitPrice, optional: false }] : [],
  };
}

/** Returns suggested items: first from services, then from the newest proposals. */
export async function suggestItems(db: Database, settings: DocumentSettings, search: string) {
  const [{ tax, currency }, offered, used] = await Promise.all([
    readDocumentContext(settings),
    db
      .select({ name: services.name, detail: services.description, cents: services.priceCents })
      .from(services)
      .where(
        and(isNull(services.deletedAt), sql`lower(${services.name}) like ${containing(search)}`),
      )
      .orderBy(services.position)
      .limit(suggestionsMax),
    db
      .select({ content: proposals.content })
      .from(proposals)
      .where(isNotDeleted)
      .orderBy(desc(proposals.id))
      .limit(searchedMax),
  ]);
  const ofServices = offered.map(({ name, detail, cents }) => ({
    description: name,
    detail,
    unit: '',
    unitPrice: centsToAmount(priceToCents(cents, currency), currency),
    taxRate: tax.scheme === 'small_business' ? '0' : tax.standardRate,
    source: 'service' as const,
  }));
  const ofProposals = used
    .flatMap(({ content }) => content.items)
    .filter(({ description }) => description.toLowerCase().includes(search.toLowerCase()))
    .map(({ description, detail = '', unit = '', unitPrice, taxRate }) => ({
      description,
      detail,
      unit,
      unitPrice,
      taxRate,
      source: 'proposal' as const,
    }));
  // For each description, uses the newest item.
  const all = new Map(
    [...ofServices, ...ofProposals].reverse().map((one) => [one.description.toLowerCase(), one]),
  );
  return [...all.values()].reverse().slice(0, suggestionsMax);
}
