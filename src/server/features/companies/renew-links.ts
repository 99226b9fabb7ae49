import { and, inArray, isNull, ne } from 'drizzle-orm';

import { isOpenProposal } from '~/contract/proposals/proposals';
import type { DocumentLinks } from '~/server/features/documents/links';
import { invoices } from '~/server/platform/db/schema/invoices';
import { proposals } from '~/server/platform/db/schema/proposals';
import type { OpenMailer } from '~/server/platform/mail/mailer';
import { companyEmails } from './emails';
import type { Transaction } from './locks';
import { whyNotSent } from './membership';

const idsOf = (abouts: readonly string[], kind: 'invoice' | 'proposal'): number[] =>
  abouts.flatMap((about) => {
    const [found, id] = about.split(':');
    return found === kind ? [Number(id)] : [];
  });

/**
 * Emails new links to open documents whose links were revoked because a member who left knew them. Each goes to its addressee,
 * whose earlier link no longer works.
 */
export async function renewLinks(
  tx: Transaction,
  { links, open }: { links: Pick<DocumentLinks, 'mailed'>; open: OpenMailer },
  revoked: readonly string[],
): Promise<void> {
  const offered = await tx
    .select()
    .from(proposals)
    .where(
      and(
        inArray(proposals.id, idsOf(revoked, 'proposal')),
        ne(proposals.clientEmail, ''),
        isNull(proposals.deletedAt),
      ),
    )
    .orderBy(proposals.id);
  const billed = await tx
    .select()
    .from(invoices)
    .where(and(inArray(invoices.id, idsOf(revoked, 'invoice')), ne(invoices.clientEmail, '')))
    .orderBy(invoices.id);
  const emails = companyEmails(open);
  const documents = [
    ...offered
      .filter(({ status }) => isOpenProposal(status))
      .map((row) => ({ ...row, kind: 'proposal' as const })),
    ...billed
      .filter(({ status }) => status === 'open')
      .map((row) => ({ ...row, kind: 'invoice' as const })),
  ];
  for (const document of documents) {
    if (await whyNotSent(tx, document)) continue;
    const { kind, id, clientEmail: email, number } = document;
    const link = await links.mailed(tx, kind, id);
    await emails.renewed(tx, { kind, id, email, number: number ?? '', link });
  }
}
