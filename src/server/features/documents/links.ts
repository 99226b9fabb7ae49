import { randomBytes } from 'node:crypto';

import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';

import { createSigner, sha256 } from '~/server/features/identity/tokens';
import type { Database } from '~/server/platform/db/client';
import { invoices } from '~/server/platform/db/schema/invoices';
import { documentLinks, proposals } from '~/server/platform/db/schema/proposals';
import { tokenPlaceholder } from '~/server/platform/mail/private-links';

/**
 * Kinds of records with private links. The link of a contact message opens the files that were sent to its author, but no
 * page.
 */
export type LinkKind = 'proposal' | 'invoice' | 'quote' | 'message' | 'page' | 'testimonial';

/** Ids of records whose links are revoked, by kind. All kinds are required, so that a new kind cannot be forgotten. */
export type RevokedLinks = Record<LinkKind, readonly { id: number }[]>;

const aboutOf = (kind: LinkKind, id: number) => `${kind}:${id}`;

/**
 * Revokes all private links to the given records. The next email about one of them gets a new link.
 *
 * @returns the records that had a link, such as 'invoice:12'
 */
export async function revokeLinks(
  tx: Pick<Database, 'delete'>,
  revoked: RevokedLinks,
): Promise<string[]> {
  const abouts = Object.entries(revoked).flatMap(([kind, rows]) =>
    rows.map(({ id }) => aboutOf(kind as LinkKind, id)),
  );
  if (abouts.length === 0) return [];
  const ended = await tx
    .delete(documentLinks)
    .where(inArray(documentLinks.about, abouts))
    .returning({ about: documentLinks.about });
  return [...new Set(ended.map(({ about }) => about))];
}

/**
 * Revokes the private links to documents that get another recipient.
 *
 * @param ids ids of the documents by kind; other kinds are ignored
 * @returns all the documents, such as 'invoice:12', with or without a link before
 */
export async function revokeDocumentLinks(
  tx: Pick<Database, 'delete'>,
  ids: { proposals?: readonly number[]; invoices?: readonly number[] },
): Promise<string[]> {
  const abouts = [
    ...(ids.proposals ?? []).map((id) => aboutOf('proposal', id)),
    ...(ids.invoices ?? []).map((id) => aboutOf('invoice', id)),
  ];
  if (abouts.length > 0) await tx.delete(documentLinks).where(inArray(documentLinks.about, abouts));
  return abouts;
}

/** True while the private link with a token is valid. */
export const isLiveLink = (token: string): SQL =>
  sql`exists (select from document_links opened where opened.token_hash = ${sha256(token)})`;

/** True while a link of an email is valid. @param linkNonce nonces as the email stores them */
export const isLiveMail = (linkNonce: string | null): SQL =>
  sql`exists (select from document_links mailed
    where mailed.nonce = any(string_to_array(${linkNonce}, ' ')))`;

const documents = { proposal: proposals, invoice: invoices };

const nonceBytes = 24;
const tokenLength = 43;

/** A link as stored in an email, with a placeholder in place of its token. */
export interface MailedLink {
  url: string;
  linkNonce: string;
}

/**
 * Manages private links to proposals, invoices, quotes, drafts of pages, testimonials and files of replies. A token is
 * the HMAC of a random nonce, with a key derived from AUTH_SECRET. The same link can therefore be sent again in a
 * reminder. The database contains only nonces and hashes, which open nothing without the secret.
 */
export function createDocumentLinks(
  db: Database,
  { secret, publicUrl }: { secret: string; publicUrl: string },
) {
  const signer = createSigner(secret, 'links to documents');
  const tokenOf = (nonce: string): string => signer.sign(nonce).slice(0, tokenLength);
  const pathOf = (kind: LinkKind, token: string) => `${publicUrl}/${kind}s/${token}`;

  /** Returns the nonce of a link, unless the secret has changed since. */
  const knownNonce = (link: typeof documentLinks.$inferSelect | null | undefined) =>
    link && link.tokenHash === sha256(tokenOf(link.nonce)) ? link.nonce : undefined;

  /** Returns the nonce of the newest link. Creates a link if there is none, or if the secret has changed since then. */
  async function nonceOf(
    tx: Pick<Database, 'select' | 'insert'>,
    kind: LinkKind,
    id: number,
  ): Promise<string> {
    const [link] = await tx
      .select()
      .from(documentLinks)
      .where(eq(documentLinks.about, aboutOf(kind, id)))
      .orderBy(desc(documentLinks.createdAt))
      .limit(1);
    const known = knownNonce(link);
    if (known !== undefined) return known;
    const nonce = randomBytes(nonceBytes).toString('base64url');
    await tx
      .insert(documentLinks)
      .values({ nonce, tokenHash: sha256(tokenOf(nonce)), about: aboutOf(kind, id) });
    return nonce;
  }

  return {
    tokenOf,

    /** Returns the URL for a response to an admin. The URL must never be stored. */
    async urlOf(tx: Pick<Database, 'select' | 'insert'>, kind: LinkKind, id: number) {
      return pathOf(kind, tokenOf(await nonceOf(tx, kind, id)));
    },

    /**
     * Returns the URL of a document's link for a reader who is not an admin; null if the reader lacks the right, or if
     * there is no link. One statement reads the right and the link, so that a reader who has just lost the right does
     * not get the new link. Creating a link locks the document, and so does every transaction that withdraws a right.
     *
     * @param right condition on the document that is true while the reader may have the link; includes the reader's
     * session or link, such as `isLiveSession`
     * @param options.orNew true to create a link if there is none
     */
    async readableUrl(
      kind: keyof typeof documents,
      id: number,
      right: SQL | undefined,
      { orNew = false } = {},
    ): Promise<string | null> {
      const table = documents[kind];
      const readable = (tx: Pick<Database, 'select'>) =>
        tx
          .select({ link: documentLinks })
          .from(table)
          .leftJoin(documentLinks, eq(documentLinks.about, aboutOf(kind, id)))
          .where(and(eq(table.id, id), right))
          .orderBy(desc(documentLinks.createdAt))
          .limit(1);
      const [found] = await readable(db);
      const nonce = knownNonce(found?.link);
      if (nonce !== undefined) return pathOf(kind, tokenOf(nonce));
      if (!found || !orNew) return null;
      return db.transaction(async (tx) => {
        await tx.select({ id: table.id }).from(table).where(eq(table.id, id)).for('no key update');
        const [still] = await readable(tx);
        return still ? pathOf(kind, tokenOf(await nonceOf(tx, kind, id))) : null;
      });
    },

    /**
     * Returns the link for an email, with a placeholder for its token, because emails are stored before they are sent.
     */
    async mailed(
      tx: Pick<Database, 'select' | 'insert'>,
      kind: LinkKind,
      id: number,
    ): Promise<MailedLink> {
      return { url: pathOf(kind, tokenPlaceholder), linkNonce: await nonceOf(tx, kind, id) };
    },

    /**
     * Returns the id of a document by the token of its link; undefined for an unknown or revoked token. Looks up the
     * token's hash, so that timing reveals nothing.
     */
    async find(
      kind: LinkKind,
      token: string,
      tx: Pick<Database, 'select'> = db,
    ): Promise<number | undefined> {
      const [row] = await tx
        .select({ about: documentLinks.about })
        .from(documentLinks)
        .where(eq(documentLinks.tokenHash, sha256(token)));
      const [foundKind, id] = row?.about.split(':') ?? [];
      return foundKind === kind ? Number(id) : undefined;
    },

    /** Revokes all links that were sent for a document. */
    async revoke(tx: Pick<Database, 'delete'>, kind: LinkKind, id: number): Promise<void> {
      await tx.delete(documentLinks).where(eq(documentLinks.about, aboutOf(kind, id)));
    },
  };
}

export type DocumentLinks = ReturnType<typeof createDocumentLinks>;
