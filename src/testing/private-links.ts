import type { LinkKind } from '~/server/features/documents/links';
import { sha256 } from '~/server/features/identity/tokens';
import type { TestApp } from './app';

/** Adds a private link to a record. @returns its token */
export async function linkTo(app: TestApp, kind: LinkKind, id: number): Promise<string> {
  const nonce = crypto.randomUUID();
  const token = app.services.documentLinks.tokenOf(nonce);
  await app.sql`insert into document_links (nonce, token_hash, about)
    values (${nonce}, ${sha256(token)}, ${`${kind}:${id}`})`;
  return token;
}
