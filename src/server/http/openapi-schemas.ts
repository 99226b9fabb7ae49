import type { z } from 'zod';

import {
  adminPaymentSchema,
  adminRequestSchema,
  adminUserSchema,
} from '~/contract/admin/admin-schema';
import { bankEntrySchema } from '~/contract/bank/bank-schema';
import { adminPostSchema } from '~/contract/blog/blog-form-schema';
import { companyDetailSchema } from '~/contract/companies/company-detail-schema';
import { adminCustomPageSchema } from '~/contract/custom-pages/custom-pages-schema';
import { adminFormSchema } from '~/contract/forms/forms-schema';
import { adminInvoiceRowSchema, adminInvoiceSchema } from '~/contract/invoices/invoices-schema';
import {
  adminMessageSchema,
  adminQuoteRowSchema,
  adminQuoteSchema,
} from '~/contract/leads/leads-schema';
import { adminPlanSchema } from '~/contract/plans/plans-form-schema';
import { adminPortfolioItemSchema } from '~/contract/portfolio/portfolio-form-schema';
import { adminProposalRowSchema, adminProposalSchema } from '~/contract/proposals/proposals-schema';
import { recurringSchema } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { adminServiceSchema } from '~/contract/services/services-form-schema';
import { adminTestimonialSchema } from '~/contract/testimonials/testimonials-form-schema';
import { deliverySchema, webhookSchema } from '~/contract/webhooks/webhooks-schema';

/** Schemas of records that have a name in the OpenAPI document, and therefore in generated clients. */
export const namedSchemas: Record<string, z.ZodObject> = {
  BankEntry: bankEntrySchema,
  Client: adminUserSchema,
  Company: companyDetailSchema,
  ContactMessage: adminMessageSchema,
  Form: adminFormSchema,
  Invoice: adminInvoiceSchema,
  InvoiceSummary: adminInvoiceRowSchema,
  Page: adminCustomPageSchema,
  Payment: adminPaymentSchema,
  Plan: adminPlanSchema,
  PortfolioItem: adminPortfolioItemSchema,
  Post: adminPostSchema,
  Proposal: adminProposalSchema,
  ProposalSummary: adminProposalRowSchema,
  Quote: adminQuoteSchema,
  QuoteSummary: adminQuoteRowSchema,
  RecurringInvoice: recurringSchema,
  Service: adminServiceSchema,
  ServiceRequest: adminRequestSchema,
  Testimonial: adminTestimonialSchema,
  Webhook: webhookSchema,
  WebhookDelivery: deliverySchema,
};
