import type { ImportKind } from '~/contract/content/content-types';

interface ImportColumn {
  name: string;
  /** Example in the sample file. */
  example: string;
  isRequired?: boolean;
  /** Format of the values, if the column name does not imply it. */
  about?: string;
}

const list = 'several, separated by |';
const flag = 'yes or no';

/** Columns of a CSV file, in the order of the sample. Unknown columns are ignored, and listed in the result. */
export const importColumns: Record<ImportKind, readonly ImportColumn[]> = {
  services: [
    { name: 'name', example: 'A name for a harbour', isRequired: true },
    { name: 'description', example: 'Logo, type and colors in five weeks.', isRequired: true },
    {
      name: 'category',
      example: 'branding',
      about: 'a category of the site, by name',
    },
    { name: 'price', example: '2900.00', about: 'in the currency of the site' },
    { name: 'priceUnit', example: 'once', about: 'once, hour, month, quarter or year' },
    { name: 'priceKind', example: 'from', about: 'from or fixed' },
    { name: 'detailedDescription', example: 'What happens in which week.' },
    { name: 'timeline', example: '5 weeks' },
    { name: 'features', example: 'Three directions|Two rounds', about: list },
    { name: 'deliverables', example: 'Guide|Templates', about: list },
    { name: 'imageUrl', example: '', about: 'URL of a picture' },
    { name: 'slug', example: 'a-name-for-a-harbour', about: 'last part of the URL' },
    { name: 'featured', example: 'no', about: flag },
    { name: 'isActive', example: 'yes', about: flag },
    { name: 'heroTitle', example: '' },
    { name: 'heroSubtitle', example: '' },
    { name: 'ctaText', example: '', about: 'text of its button' },
    { name: 'metaTitle', example: '' },
    { name: 'metaDescription', example: '' },
    { name: 'keywords', example: '' },
  ],
  portfolio: [
    { name: 'title', example: 'A shop for Whitfield', isRequired: true },
    { name: 'description', example: 'Coffee beans by subscription.', isRequired: true },
    { name: 'category', example: 'website' },
    { name: 'client_name', example: 'Whitfield Roasters', isRequired: true },
    { name: 'project_url', example: '' },
    { name: 'liveUrl', example: '' },
    { name: 'githubUrl', example: '' },
    { name: 'problem', example: 'Orders came by telephone.' },
    { name: 'approach', example: 'A shop of nine pages.' },
    { name: 'result', example: 'Twice the orders.' },
    { name: 'weeks', example: '9', about: 'duration' },
    { name: 'people', example: '3', about: 'team size' },
    { name: 'priceFrom', example: '9400.00' },
    { name: 'priceTo', example: '', about: 'if it was a range' },
    { name: 'hoursQuoted', example: '94' },
    { name: 'hoursTaken', example: '91.5' },
    { name: 'technologies', example: 'TypeScript|PostgreSQL', about: list },
    { name: 'images', example: '', about: `addresses of pictures; ${list}` },
    { name: 'slug', example: 'whitfield-shop', about: 'last part of the URL' },
    { name: 'featured', example: 'yes', about: flag },
  ],
  posts: [
    { name: 'title', example: 'What a shop costs in a year', isRequired: true },
    {
      name: 'body',
      example: 'It **depends** on four things.',
      about: 'Markdown',
    },
    { name: 'excerpt', example: 'Four things decide it.' },
    { name: 'category', example: 'Business', about: 'a category of the blog' },
    {
      name: 'publishedAt',
      example: '2026-03-01',
      about: 'a date; a future date schedules the post',
    },
    { name: 'authorName', example: '' },
    { name: 'authorAvatar', example: '' },
    { name: 'imageUrl', example: '' },
    { name: 'slug', example: 'what-a-shop-costs-in-a-year', about: 'last part of the URL' },
    { name: 'featured', example: 'no', about: flag },
    { name: 'metaTitle', example: '' },
    { name: 'metaDescription', example: '' },
  ],
};

const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns a sample file with the header line and one row. */
export const sampleCsv = (kind: ImportKind): string =>
  [
    importColumns[kind].map(({ name }) => name).join(','),
    importColumns[kind].map(({ example }) => quoted(example)).join(','),
    '',
  ].join('\n');
