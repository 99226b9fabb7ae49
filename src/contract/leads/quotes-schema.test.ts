import { describe, expect, it } from 'vitest';

import { defaultFormFields } from './form-field-defaults';
import { countries, quickQuoteServices } from './quotes';
import { quickQuoteSchemaOf, quoteRequestSchema, serviceQuoteSchemaOf } from './quotes-schema';

const quickQuoteSchema = quickQuoteSchemaOf(defaultFormFields);
const serviceQuoteSchema = serviceQuoteSchemaOf(defaultFormFields);

const messages = (schema: typeof quickQuoteSchema | typeof serviceQuoteSchema, input: object) => {
  const result = schema.safeParse(input);
  return Object.fromEntries(
    (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );
};

describe('the quick form', () => {
  const filled = {
    name: 'Al',
    whatsapp: '0123456789',
    country: 'uk',
    email: 'al@example.com',
    service: 'design',
  };

  it('accepts the shortest valid values, and every option', () => {
    expect(messages(quickQuoteSchema, filled)).toEqual({});
    for (const { value } of countries)
      expect(messages(quickQuoteSchema, { ...filled, country: value })).toEqual({});
    for (const { value } of quickQuoteServices)
      expect(messages(quickQuoteSchema, { ...filled, service: value })).toEqual({});
  });

  it('reports invalid fields with the specified messages', () => {
    const expected = {
      name: 'Name must be at least 2 characters',
      whatsapp: 'WhatsApp number must be at least 10 characters',
      country: 'Please select your country',
      email: 'Invalid email address',
      service: 'Please select a service',
    };
    const empty = { name: '', whatsapp: '', country: '', email: '', service: '' };
    expect(messages(quickQuoteSchema, empty)).toEqual(expected);
    expect(messages(quickQuoteSchema, {})).toEqual(expected);
    expect(
      messages(quickQuoteSchema, { ...filled, name: 'A', whatsapp: '012345678', email: 'a@b' }),
    ).toEqual({
      name: expected.name,
      whatsapp: expected.whatsapp,
      email: expected.email,
    });
  });

  it('has the specified options', () => {
    expect(countries.map(({ value }) => value)).toEqual([
      'us',
      'uk',
      'ca',
      'au',
      'in',
      'de',
      'fr',
      'other',
    ]);
    expect(quickQuoteServices.map(({ value }) => value)).toEqual([
      'web-development',
      'mobile-development',
      'digital-marketing',
      'design',
      'consulting',
      'other',
    ]);
  });
});

describe('the form on a service’s page', () => {
  it('reports invalid fields with the specified messages', () => {
    const empty = {
      name: '',
      email: '',
      phone: '',
      company: '',
      projectDetails: '',
      budget: '',
      timeline: '',
    };
    expect(messages(serviceQuoteSchema, empty)).toEqual({
      name: 'Name must be at least 2 characters',
      email: 'Invalid email address',
      phone: 'Phone number must be at least 10 characters',
      projectDetails: 'Please provide more details about your project',
      budget: 'Please select a budget range',
      timeline: 'Please select your timeline',
    });
  });

  it('rejects options that only the other form has', () => {
    const open = {
      name: 'Al',
      email: 'al@example.com',
      phone: '0123456789',
      company: '',
      projectDetails: '0123456789',
      budget: 'To be discussed',
      timeline: 'To be discussed',
    };
    expect(messages(serviceQuoteSchema, open)).toEqual({
      budget: 'Please select a budget range',
      timeline: 'Please select your timeline',
    });
    expect(
      messages(serviceQuoteSchema, { ...open, budget: 'under-1000', timeline: 'asap' }),
    ).toEqual({});
  });
});

describe('a quote request', () => {
  const names: Record<string, string> = { channel: 'preferredChannel' };

  it.each(Object.keys(serviceQuoteSchema.shape))(
    'accepts %s, a field of the form on a service’s page',
    (field) => {
      expect(Object.keys(quoteRequestSchema.shape)).toContain(names[field] ?? field);
    },
  );
});
