import { AppError, changedMeanwhile } from '~/contract/common/errors';
import type { AdminProposal } from '~/contract/proposals/proposals-schema';
import { pageOf, renderSection } from '~/testing/panel';
import { sampleItemDefaults, sampleProposal, sampleTax } from '~/testing/proposals';
import type { Answers } from '~/testing/render';

type ProposalAnswers = NonNullable<NonNullable<Answers['admin']>['proposals']>;

/** Fake server with one proposal, which another admin can change in the meantime. */
export function proposalServer(changes: Partial<AdminProposal> = {}) {
  let row = sampleProposal(changes);
  let saves = 0;
  const touch = (part: Partial<AdminProposal>) => {
    saves += 1;
    row = { ...row, ...part, updatedAt: new Date(Date.UTC(2026, 5, 1, 0, 0, saves)).toISOString() };
  };
  const answers: ProposalAnswers = {
    page: () => pageOf([row]),
    get: () => row,
    itemDefaults: () => sampleItemDefaults(),
    tax: () => sampleTax(),
    suggestions: () => [],
    create: () => row,
    update: ({ title, client, expectedUpdatedAt }) => {
      if (expectedUpdatedAt && expectedUpdatedAt !== row.updatedAt) {
        throw new AppError('CONFLICT', changedMeanwhile);
      }
      touch({
        ...(title !== undefined && { title }),
        ...(client && { client: { name: client.name ?? '', email: client.email ?? '' } }),
        ...(row.status !== 'draft' && { version: row.version + 1 }),
      });
      return row;
    },
    preview: ({ title = '' }) => ({ ...row, title }),
    send: () => {
      touch({ status: 'sent', version: 1 });
      return { url: 'http://agency.test/proposals/secret' };
    },
  };
  return { answers, touch, row: () => row };
}

/** Opens the panel with the proposal. */
export const openProposal = (server: ReturnType<typeof proposalServer>, options = {}) =>
  renderSection('?section=proposals&open=21', { proposals: server.answers }, options);
