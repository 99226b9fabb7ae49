import type { BillingAdmin } from './features/billing/billing.panel';
import type { CompaniesFeature } from './features/companies/companies.feature';
import type { ContentAdmin } from './features/content/content';
import type { ConversationsFeature } from './features/conversations/conversations.feature';
import type { AdminAccounts } from './features/identity/admin-accounts';
import type { OwnAccount } from './features/identity/own-account';
import type { UsersAdmin } from './features/identity/users-admin';
import type { Inbox } from './features/inbox/inbox.panel';
import type { InvoicesAdmin } from './features/invoices/invoices.panel';
import type { MessagesAdmin } from './features/leads/messages/messages.panel';
import type { QuotesAdmin } from './features/leads/quotes/quotes.panel';
import type { LegalAdmin } from './features/legal/legal.panel';
import type { Overview } from './features/overview/overview.service';
import type { ProposalsAdmin } from './features/proposals/proposals.panel';
import type { ProposalTemplates } from './features/proposals/templates';
import type { RequestsAdmin } from './features/requests/requests.panel';
import type { ResponseTimesService } from './features/response-times/response-times.service';
import type { SettingsAdmin } from './features/settings/settings.panel';
import type { SetupPanel } from './features/setup/panel';
import type { TrafficReports } from './features/traffic/report';
import type { WorkspaceAdmin } from './features/workspace/workspace.panel';
import type { Audit } from './platform/audit/audit';

/** The services of the panel, by noun. */
export interface AdminServices extends ContentAdmin {
  audit: Audit;
  overview: Overview;
  quotes: QuotesAdmin;
  messages: MessagesAdmin;
  requests: RequestsAdmin;
  proposals: ProposalsAdmin;
  proposalTemplates: ProposalTemplates;
  inbox: Inbox;
  invoices: InvoicesAdmin;
  payments: BillingAdmin;
  responseTimes: ResponseTimesService;
  users: UsersAdmin;
  companies: CompaniesFeature['ofPanel'];
  conversations: ConversationsFeature['ofPanel'];
  replyTemplates: ConversationsFeature['templates'];
  admins: AdminAccounts;
  account: OwnAccount;
  settings: SettingsAdmin;
  legal: LegalAdmin;
  setup: SetupPanel;
  traffic: TrafficReports;
  workspace: WorkspaceAdmin;
}
