/** Languages of a site. Its texts are stored by language; the product itself supports one so far. */
export const languages = ['en'] as const;
export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

export const languageNames: Record<Language, string> = { en: 'English' };
