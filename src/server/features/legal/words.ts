import { unusedFileHours } from '~/contract/files/files';
import type { LegalVariable } from '~/contract/legal/legal-variables';
import { deletionDays, exportDays } from '~/contract/personal-data/personal-data';
import type { Seller } from '~/contract/settings/sales-settings-schema';
import type { Brand, ContactDetails } from '~/contract/settings/settings';
import type { Retention } from '~/contract/settings/settings-schema';
import { pageViewMonths } from '~/contract/traffic/traffic';
import { inDays, inMonths, inMonthsOrYears, inYears } from './periods';

/** The agency's data in legal texts. Inserted through variables, never typed into the texts. */
export interface LegalFacts {
  brand: Pick<Brand, 'name' | 'legalName'>;
  contact: Pick<ContactDetails, 'email' | 'phone' | 'address'>;
  retention: Retention;
  taxNumber: Seller['taxNumber'];
}

export const wordsOf = ({
  brand,
  contact,
  retention,
  taxNumber,
}: LegalFacts): Record<LegalVariable, string> => ({
  agency: brand.name,
  legalName: brand.legalName,
  address: contact.address.filter((line) => line.trim()).join(', '),
  email: contact.email,
  phone: contact.phone,
  taxNumber,
  'retention.usage': inMonths(retention.usageDataMonths),
  'retention.support': inMonthsOrYears(retention.supportMonths),
  'retention.accounting': inYears(retention.accountingYears),
  'retention.answer': inDays(retention.privacyReplyDays),
  'retention.visits': inMonths(pageViewMonths),
  'retention.uploads': inDays(unusedFileHours / 24),
  'retention.export': inDays(exportDays),
  'retention.deletion': inDays(deletionDays),
});
