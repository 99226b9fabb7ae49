import { decodeHTMLStrict } from 'entities';

/** Maximum length of a meta title, in characters. */
const titleMax = 200;

const titleFields = [
  ...['_yoast_wpseo_title', 'rank_math_title', '_seopress_titles_title', '_genesis_title'],
  ...['_aioseo_title', '_aioseop_title'],
];
const descriptionFields = [
  ...['_yoast_wpseo_metadesc', 'rank_math_description', '_seopress_titles_desc'],
  ...['_genesis_description', '_aioseo_description', '_aioseop_description'],
];
const canonicalFields = [
  ...['_yoast_wpseo_canonical', 'rank_math_canonical_url', '_seopress_robots_canonical'],
  ...['_genesis_canonical_uri'],
];
/** Fields with the values that exclude an entry from search engines. Rank Math stores a serialized list. */
const noindexFields: [string, RegExp][] = [
  ['_yoast_wpseo_meta-robots-noindex', /^1$/],
  ['rank_math_robots', /noindex/],
  ['_seopress_robots_index', /^yes$/],
  ['_genesis_noindex', /^1$/],
  ['_aioseop_noindex', /^on$/],
];

/** Variables in the templates of Yoast and SEOPress (`%%title%%`), Rank Math (`%title%`) and All in One SEO (`#post_title`). */
const variable = /%%(\w+)%%|%([a-z]\w*)%/gi;
const variableOfAioseo = /#([a-z]\w*)|%([a-z]\w*)%/gi;
const isTitle = /^(?:post_?)?title$/i;
const isSiteName = /^(?:site_?name|site_?title|blog_?title)$/i;
const isSeparator = /^sep(?:arator(?:_sa)?)?$/i;
const isPage = /^page(?:_?number)?$/i;
const isExcerpt = /^(?:post_?)?excerpt(?:_only)?$/i;

/** Values for the variables of templates. */
interface Shown {
  title: string;
  excerpt: string;
  siteName: string;
}

/** Data for search engines, from the fields of SEO plugins. */
export interface SearchData {
  /** Empty if the plugin's format is that of this site: title and site name. */
  metaTitle: string;
  metaDescription: string;
  isNoindex: boolean;
  /** Notes about data that is dropped. */
  notes: string[];
}

/**
 * Returns data for search engines from the fields of SEO plugins.
 *
 * @param hasFields whether the entry has a meta title and a meta description here
 */
export function searchDataOf(
  fields: ReadonlyMap<string, string>,
  shown: Shown,
  hasFields: boolean,
): SearchData {
  const notes: string[] = [];
  const filled = (names: readonly string[], label: string, max = Number.POSITIVE_INFINITY) => {
    const name = names.find((one) => fields.get(one));
    if (name === undefined) return '';
    const template = decodeHTMLStrict(fields.get(name) ?? '');
    const text = expanded(
      template,
      name.startsWith('_aioseo_') ? variableOfAioseo : variable,
      shown,
    );
    if (hasFields && text !== undefined && text.length <= max) return text;
    if (text !== '') notes.push(`${label} that is dropped: “${template}”`);
    return '';
  };
  return {
    metaTitle: filled(titleFields, 'Meta title', titleMax),
    metaDescription: filled(descriptionFields, 'Meta description'),
    isNoindex: noindexFields.some(([name, value]) => value.test(fields.get(name) ?? '')),
    notes: [
      ...notes,
      ...canonicalFields.flatMap((name) => {
        const url = fields.get(name);
        return url ? `Canonical URL that is dropped: ${url}` : [];
      }),
    ],
  };
}

/**
 * Replaces the variables of a template.
 *
 * @returns undefined if a variable has no value here, and '' for a template of only the title and the site name
 */
function expanded(template: string, pattern: RegExp, shown: Shown): string | undefined {
  let isUnknown = false;
  const isOwn = !/[\p{L}\p{N}]/u.test(
    template.replaceAll(pattern, (whole, one?: string, other?: string) => {
      const name = one ?? other ?? '';
      const isUsual = [isTitle, isSiteName, isSeparator, isPage].some((each) => each.test(name));
      return isUsual ? '' : whole;
    }),
  );
  if (isOwn) return '';
  const text = template.replaceAll(pattern, (_, one?: string, other?: string) => {
    const name = one ?? other ?? '';
    if (isTitle.test(name)) return shown.title;
    if (isSiteName.test(name)) return shown.siteName;
    if (isExcerpt.test(name)) return shown.excerpt;
    if (isSeparator.test(name)) return '-';
    isUnknown ||= !isPage.test(name);
    return '';
  });
  return isUnknown ? undefined : text.replaceAll(/\s+/g, ' ').replace(/^[\s|–-]+|[\s|–-]+$/g, '');
}
