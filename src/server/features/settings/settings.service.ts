import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { AccountingSetting } from '~/contract/accounting/datev-schema';
import type { HideablePage } from '~/contract/built-in-pages/built-in-pages';
import { dateInWords } from '~/contract/common/date-words';
import { dateIn } from '~/contract/common/dates';
import { listMax } from '~/contract/common/limits';
import { taxWordWithin } from '~/contract/documents/tax-words';
import type { FileSettings } from '~/contract/files/files-schema';
import { defaultFormFields } from '~/contract/leads/form-field-defaults';
import type { FormFields } from '~/contract/leads/form-fields';
import { worldCountries } from '~/contract/leads/world-countries';
import type { LegalLink } from '~/contract/legal/legal-schema';
import type { ChangedEmailWords } from '~/contract/mail/email-templates-schema';
import {
  type CountedClaims,
  countedMin,
  howCounted,
  isCounted,
} from '~/contract/settings/counted-claims-schema';
import type { BrandImage } from '~/contract/settings/logo-schema';
import {
  answerWithin,
  dueAt,
  measuredMin,
  shareInWords,
  timeInWords,
} from '~/contract/settings/response-times';
import type {
  ResponseTimes,
  SalesSettings,
  Seller,
  TaxSettings,
} from '~/contract/settings/sales-settings-schema';
import type {
  ClaimKey,
  ClaimSetting,
  Question,
  ShownClaim,
  SiteStyle,
} from '~/contract/settings/settings';
import type {
  About,
  AdminSecurity,
  AnswerDue,
  BankSettings,
  Careers,
  PublicSettings,
  Retention,
} from '~/contract/settings/settings-schema';
import { publicSettingsSchema } from '~/contract/settings/settings-schema';
import type { Asking } from '~/contract/testimonials/testimonials-form-schema';
import { newestVersions } from '~/server/features/content/built-in-pages/built-in-pages';
import { createCustomPageLinks } from '~/server/features/content/custom-pages/links';
import { legalLinks } from '~/server/features/legal/links';
import type { Database } from '~/server/platform/db/client';
import { services } from '~/server/platform/db/schema/services';
import { settings } from '~/server/platform/db/schema/settings';
import { neutralSettings } from './default-settings';
import { hashOf, iconOf, type Look } from './logo';
import { linksOf, shownTexts } from './page-links';
import { isPageText, textSettings } from './page-texts';
import { paletteOf } from './palette';
import { readerOf, type SettingKey, type Stored } from './read-setting';
import { styleOf } from './style';

const publicKeys = [
  ...Object.keys(publicSettingsSchema.shape),
  'responseTimes',
  'navigation',
  'countedClaims',
  'tax',
  'seller',
].filter((key) => !isPageText(key));

interface SettingsOptions {
  /** Number from the environment, which is used unless an admin has set one. */
  whatsappNumber: string | null;
  /** Default for the agency's name. */
  siteName: string;
}

/** Reads the agency's settings. */
export function createSettings(db: Database, options: SettingsOptions) {
  return {
    ...createReader(db, options),
    /** Returns a reader of the settings as they will be once `draft` is saved. */
    withDraft: (draft: Stored): SettingsReader => createReader(db, options, draft),
  };
}

export type Settings = ReturnType<typeof createSettings>;

/** Reader of settings, with or without an unsaved change. */
export type SettingsReader = ReturnType<typeof createReader>;

/** Describes whether prices of plans include the tax, with the name of the tax in the seller's country. */
function planTaxOf(
  { plansTaxed, planPrices, scheme }: TaxSettings,
  { country }: Seller,
): Pick<PublicSettings, 'planTax'> {
  if (!plansTaxed || scheme === 'small_business') return {};
  return { planTax: `${planPrices === 'gross' ? 'including' : 'plus'} ${taxWordWithin(country)}` };
}

/** Creates a reader of settings. @param draft replaces the stored value of its key */
function createReader(db: Database, options: SettingsOptions, draft?: Stored) {
  let wasSetUp = false;
  const rowsOf = db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, publicKeys))
    .prepare('settings_public');
  const styleRows = db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, ['appearance', 'logo', 'typeface']))
    .prepare('settings_style');
  const mailRows = db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(inArray(settings.key, ['appearance', 'logo', 'typeface', 'seller', 'emails']))
    .prepare('settings_mail');
  const rowOf = db
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder('key')))
    .prepare('settings_one');
  const offeredServices = db
    .select({ id: services.id, value: services.name, label: services.name })
    .from(services)
    .where(and(isNull(services.deletedAt), eq(services.isActive, true)))
    .orderBy(services.position, services.id)
    .limit(listMax)
    .prepare('settings_offered_services');
  const customPageLinks = createCustomPageLinks(db);

  return {
    /** Returns the settings that every page needs. Counted claims have their current value. */
    async getPublic(now = new Date()): Promise<PublicSettings> {
      const [rows, versions] = await Promise.all([rowsOf.execute(), newestVersions(db)]);
      const read = readerOf(drafted([...rows, ...textSettings(versions)]));
      const stored = read('brand');
      const name = stored.name || options.siteName;
      const brand = { ...stored, name, legalName: stored.legalName || name };
      const soon = answerWithin(read('responseTimes'));
      const texts = shownTexts(read('pages'), { '{agency}': name, '{answer time}': soon });
      return {
        brand,
        contact: read('contact'),
        social: read('social'),
        hero: read('hero'),
        reasons: read('reasons'),
        claims: resolveClaims(read('claims'), {
          counted: read('countedClaims'),
          years: now.getFullYear() - brand.foundedYear,
        }),
        answerWithin: soon,
        measuredAnswers: read('responseTimes').showMeasured
          ? measuredInWords(read('measuredAnswers'))
          : null,
        timeZone: read('responseTimes').timeZone,
        currency: read('currency'),
        ...planTaxOf(read('tax'), read('seller')),
        whatsappNumber: read('whatsappNumber') ?? options.whatsappNumber,
        links: linksOf(read('navigation'), texts, versions),
        ...(texts && { pages: texts }),
      };
    },

    /** Returns the custom pages for the navigation and the footer. */
    getCustomPageLinks: customPageLinks,

    /** Returns the due time of a reply to a message that is sent now. */
    async getAnswerDue(now = new Date()): Promise<AnswerDue> {
      return { dueAt: dueAt(now, await one('responseTimes')).toISOString() };
    },

    /** Returns whether the agency has named its site. Before that, no page is public. */
    async isSetUp(): Promise<boolean> {
      wasSetUp ||= (await one('brand')).name !== '';
      return wasSetUp;
    },

    /** Returns the pages that the agency has hidden. */
    async getHiddenPages(): Promise<HideablePage[]> {
      return (await one('navigation')).hidden;
    },

    async getAbout(): Promise<About> {
      return one('about');
    },

    async getCareers(): Promise<Careers> {
      return one('careers');
    },

    /** Returns the questions that are shown with the plans. */
    async getQuestions(): Promise<Question[]> {
      return one('questions');
    },

    async getBank(): Promise<BankSettings> {
      return one('bank');
    },

    async getRetention(): Promise<Retention> {
      return one('retention');
    },

    /** Returns the links to the published optional legal pages. */
    async getLegalLinks(now = new Date()): Promise<LegalLink[]> {
      return legalLinks(db, dateIn((await one('responseTimes')).timeZone, now));
    },

    /** Returns who has confirmed the legal texts, and when; null if nobody has. */
    async getLegalReview() {
      return one('legalReview');
    },

    async getAdminSecurity(): Promise<AdminSecurity> {
      return one('adminSecurity');
    },

    async getSeller(): Promise<Seller> {
      return one('seller');
    },

    async getSales(): Promise<SalesSettings> {
      return one('sales');
    },

    async getTax(): Promise<TaxSettings> {
      return one('tax');
    },

    /** Returns the settings for the accountant. */
    async getAccounting(): Promise<AccountingSetting> {
      return one('accounting');
    },

    async getFiles(): Promise<FileSettings> {
      return one('files');
    },

    /** Returns the fields of the quote forms and the contact form. */
    async getFormFields(): Promise<FormFields> {
      const { services: list, countries, chosenCountries, ...rest } = await one('formFields');
      const offered = list === 'catalogue' ? await offeredServices.execute() : [];
      const chosen = worldCountries.filter(({ value }) => chosenCountries.includes(value));
      const listed = { standard: null, all: worldCountries, chosen, none: [] } as const;
      return {
        ...defaultFormFields,
        ...rest,
        // If the catalog has no services, forms show the default options.
        services: offered.length > 0 ? offered : null,
        countries: listed[countries] && [...listed[countries]],
      };
    },

    /**
     * Returns the settings that emails need besides the public ones, in one query: appearance, seller and changed
     * texts.
     */
    async getMailSettings(): Promise<{ look: Look; seller: Seller; words: ChangedEmailWords }> {
      const read = readerOf(drafted(await mailRows.execute()));
      return { look: lookOf(read), seller: read('seller'), words: read('emails') };
    },

    /** Returns whether, and how many days after completion, clients are automatically asked for a testimonial. */
    async getAsking(): Promise<Asking> {
      return one('testimonials');
    },

    /** Returns the appearance of emails, documents and images. */
    async getLook(): Promise<Look> {
      return lookOf(await readStyle());
    },

    /** Returns the agency's appearance for pages; null for the default, which adds nothing to a page. */
    async getSiteStyle(): Promise<SiteStyle | null> {
      const read = await readStyle();
      return styleOf(
        { appearance: read('appearance'), logo: read('logo'), typeface: read('typeface') },
        draft !== undefined,
      );
    },

    /** Returns the favicon; null to use the default. */
    async getIcon(): Promise<BrandImage | null> {
      const read = await readStyle();
      const logo = read('logo');
      if (!logo) return null;
      const { light } = paletteOf(read('appearance'));
      const { name } = await one('brand');
      return iconOf(logo, { name, ground: light.rust, ink: light['on-rust'] });
    },

    /** Returns a picture of the logo by its file name without extension. */
    async getBrandImage(hash: string): Promise<BrandImage | undefined> {
      const logo = await one('logo');
      return (
        [logo?.light, logo?.dark].find((image) => image && hashOf(image) === hash) ?? undefined
      );
    },

    /** Returns the last counts of claims. */
    async getCounted(): Promise<CountedClaims> {
      return one('countedClaims');
    },

    async getBrand() {
      return one('brand');
    },

    async getResponseTimes(): Promise<ResponseTimes> {
      return one('responseTimes');
    },
  };

  function drafted(rows: Stored[]): Stored[] {
    return draft ? [...rows.filter(({ key }) => key !== draft.key), draft] : rows;
  }

  async function readStyle() {
    return readerOf(drafted(await styleRows.execute()));
  }

  async function one<K extends SettingKey>(key: K) {
    const rows = isPageText(key)
      ? textSettings(await newestVersions(db))
      : await rowOf.execute({ key });
    return readerOf(drafted(rows))(key);
  }
}

function lookOf(read: ReturnType<typeof readerOf>): Look {
  const { light, dark } = paletteOf(read('appearance'));
  return {
    tones: light,
    darkTones: dark,
    logo: read('logo')?.light ?? null,
    typeface: read('typeface'),
  };
}

/** Formats the measured response times; null if too few leads were answered. */
function measuredInWords(
  measured: (typeof neutralSettings)['measuredAnswers'],
): PublicSettings['measuredAnswers'] {
  const { answered, medianMinutes, keptShare } = measured;
  if (answered < measuredMin || medianMinutes === null || keptShare === null) return null;
  return { median: timeInWords(medianMinutes), kept: shareInWords(keptShare) };
}

/** Returns claims as pages show them. Uses typed values until there are enough records to count. */
function resolveClaims(
  stored: ClaimSetting[],
  { counted, years }: { counted: CountedClaims; years: number },
): Record<ClaimKey, ShownClaim> {
  const byKey = new Map([...neutralSettings.claims, ...stored].map((claim) => [claim.key, claim]));
  const entries = [...byKey.values()].map(({ mode, key, ...claim }): [ClaimKey, ShownClaim] => {
    if (mode === 'typed' || !isCounted(key)) return [key, claim];
    const how = howCounted[key];
    if (key === 'years') return [key, { ...claim, value: `${years}+`, counted: how }];
    const figure = counted.figures[key];
    if (!figure || figure.cases < countedMin) return [key, claim];
    const { value, cases } = figure;
    const note = `${how} Counted on ${dateInWords(counted.on)}, from ${cases}.`;
    return [key, { ...claim, value, counted: note }];
  });
  return Object.fromEntries(entries) as Record<ClaimKey, ShownClaim>;
}
