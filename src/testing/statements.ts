/** Creates bank statements in the banks' formats, and sends them. */

export interface WrittenEntry {
  amount: string;
  reference?: string;
  name?: string;
  iban?: string;
  date?: string;
  bankReference?: string;
  endToEndId?: string;
  isDebit?: boolean;
  /** The bank's code for a return. */
  returned?: string;
}

const entryOf = (entry: WrittenEntry, currency: string) => {
  const direction = entry.isDebit ? 'DBIT' : 'CRDT';
  // The date must not be before the invoices that tests issue.
  const date = entry.date ?? new Date().toISOString().slice(0, 10);
  const party = (role: string) =>
    `<${role}><Pty><Nm>${entry.name ?? ''}</Nm></Pty></${role}><${role}Acct><Id><IBAN>${entry.iban ?? ''}</IBAN></Id></${role}Acct>`;
  const side = entry.isDebit && !entry.returned ? 'Cdtr' : 'Dbtr';
  return `<Ntry><Amt Ccy="${currency}">${entry.amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${entry.returned ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${date}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt><AcctSvcrRef>${entry.bankReference ?? ''}</AcctSvcrRef>
    <NtryDtls><TxDtls><Refs><EndToEndId>${entry.endToEndId ?? 'NOTPROVIDED'}</EndToEndId></Refs><RltdPties>${party(side)}</RltdPties>
    <RmtInf><Ustrd>${entry.reference ?? ''}</Ustrd></RmtInf>${entry.returned ? `<RtrInf><Rsn><Cd>${entry.returned}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`;
};

/** Returns a statement in CAMT.053, version 8. */
export const camtOf = (
  entries: readonly WrittenEntry[],
  { currency = 'USD', account = 'DE02120300000000202051' } = {},
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${entries.map((entry) => entryOf(entry, currency)).join('\n')}
</Stmt></BkToCstmrStmt></Document>`;

/** Returns the body of an import. */
export function statementForm(
  content: string | Uint8Array<ArrayBuffer>,
  mapping?: object,
): FormData {
  const form = new FormData();
  form.set('file', new File([content], 'statement.xml'));
  if (mapping) form.set('mapping', JSON.stringify(mapping));
  return form;
}
