import { and, desc, eq, isNull, sql } from 'drizzle-orm';

import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import type { ProposalFields } from '~/contract/proposals/proposals-schema';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import type { Database } from '~/server/platform/db/client';
import { containing } from '~/server/platform/db/paging';
import { proposals } from '~/server/platform/db/schema/proposals';
import { quotes } from '~/server/platform/db/schema/quotes';
import { services } from '~/server/platform/db/schema/services';

const suggestionsMax = 20;
/** How many of the newest proposals are searched. */
const searchedMax = 100;

/** What a quote fills in: name, email, company, and the service with its starting price. */
export async function fieldsOfLead(
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
  const unitPrice = centsToAmount(service?.priceCents ?? 0, currency);
  return {
    title: description || 'Proposal',
    client: {
      name: quote.name,
      email: quote.email,
      ...(quote.company && { company: quote.company }),
    },
    items: description ? [{ description, quantity: '1', unitPrice, optional: false }] : [],
  };
}

/** Items to complete while typing: those of services, then those of the newest proposals. */
export async function suggestItems(db: Database, settings: DocumentSettings, search: string) {
  const [{ sales, currency }, offered, used] = await Promise.all([
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
      .orderBy(desc(proposals.id))
      .limit(searchedMax),
  ]);
  const ofServices = offered.map(({ name, detail, cents }) => ({
    description: name,
    detail,
    unit: '',
    unitPrice: centsToAmount(cents, currency),
    taxRate: sales.taxRate,
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
  // The newest of each description.
  const all = new Map(
    [...ofServices, ...ofProposals].reverse().map((one) => [one.description.toLowerCase(), one]),
  );
  return [...all.values()].reverse().slice(0, suggestionsMax);
}
