/**
 * Words in names of fields, attributes, blocks and shortcodes that hide content from some visitors. Other names that
 * contain such a word count too, because an unnecessary draft does less harm than publishing a secret.
 */
const hidingWords = [
  '(?<!re|team[-_]?)member',
  'wpmem',
  '(?<!(?:project|job|my|our)[-_])role',
  'access(?!ib(?!le\\b)|or)',
  'restrict',
  'visib|is_?public',
  'condition(?!ing|er)',
  'render_?logic',
  'logged',
  'subscri(?:ber|ption)',
  'paywall|pay[-_]?(?:per|for)[-_]?(?:post|view)',
  'patreon|patrons?[-_]?only',
  'user_?level',
  'protect',
  'privat',
  'passw|passster',
  // Names of Premium Addons and Premium Blocks begin with this word.
  'premium(?!/|[-_](?!content|only|post|member|level|access|user))',
  '(?<![a-z])paid',
  'groups?[-_]\\w*read',
  'capabilit',
  'visitor|guest(?![-_]?author)',
  'allow(?:ed)?[-_]?users?|(?:allow(?:ed)?|hid(?:e|den)|shown?|display)[-_]?(?:only[-_]?)?(?:to|for|from)(?![a-z])',
].join('|');
const hiding = new RegExp(hidingWords, 'i');

/** Words that restrict access in names of fields and attributes, but not in those of blocks and shortcodes. */
const restricting = new RegExp(
  [
    hidingWords,
    '(?<!b)login(?!out)|pmpro|[-_]mb_who|drip|blocked|editorskit',
    'gated|(?<![a-z])(?:secret|vip)(?![a-z])|(?:registration|sign[-_]?in)[-_]?required|exclude_from_public',
    // The same words in German, French, Spanish, Italian, Portuguese, Dutch, Japanese and Chinese.
    '(?<![a-z])intern(?:e|es|o|a)?(?![a-z])|gesch(?:ue|ü)tzt|sichtbar|vertraulich|mitglied|abonn|r[eé]serv[eé][-_]?aux?|privad[oa]|priv[eé]e?(?![a-z])|socios?(?![a-z])|suscript|riservat|besloten|会員|会员|非公開|限定',
    '(?<![a-z])lock(?:ed|er)(?![a-z])|[-_]lock$|confidential|embargo|audience|intern(?:al)?[-_]?only|[-_]only$',
  ].join('|'),
  'i',
);

/** Membership levels in names of fields. In names of blocks, `level` means headings. */
const memberLevel =
  /(?<!heading|title|header|toc|menu|skill|difficulty|experience|stock|zoom)[-_]levels?$/i;

const hiddenField = /^_*(?:(?:cmb|post|page|content|is)_)*(?:hid(?:e|den)|internal)$/i;

/** Fields of WordPress and of SEO plugins that may contain the same words, but hide nothing. */
const harmlessField =
  /^_?(?:yoast|rank_math|aioseo|seopress|wp_(?:old|desired|attach)|edit_l|oembed|thumbnail|wc_memberships_force_public)/i;

/**
 * Values that name who may see an entry. They can be file names of a theme, such as `page-login-only.php`, or CSS
 * classes.
 */
const audience =
  /^(?:[\w./-]*[-_/])?(?:(?:members?|subscribers?|logged[-_]?in|login|registered|users?|customers?|clients?|patrons?|staff|private|paid|premium|vip|employees?)[-_]?(?:only|area|required|content|access)|members?|subscribers?|logged[-_]?in|login|private|protected|restricted|confidential|internal|employees|staff|paywall(?:ed)?|password)(?:\.php)?$/i;

/** Names of categories. A word such as "password" alone can be a topic, so it does not count. */
const restrictedCategory =
  /^(?:members?|subscribers?|private|restricted|secret)$|^[\w -]*(?:members?|subscribers?|customers?|clients?|staff|employees?|private|paid|premium)[ -](?:only|area|access|content)$/i;

/** Names of such categories in other languages. */
const restrictedCategoryAbroad =
  /^(?:intern(?:e|es|o|a)?|privat|privé|privad[oa]|privato|prywatne|частное|закрыто)$|^(?:nur|alleen|endast|kun|tylko|solo|sólo|só|seulement|réservé|riservat[oa]|только) |(?:mitglieder|kunden|klanten|leden|medlems?|kund)[- ]?(?:bereich|portal|portaal|zone?|sidor)|espaces? (?:clients?|membres?)|área (?:privada|restrita|d[eo])|area (?:riservata|clienti|soci)|strefa klienta|会員(?:限定|専用)|非公開|社内|会员专享|仅限会员|私密|회원 ?전용|비공개/iu;

/**
 * Values that hide nothing. They include references of Advanced Custom Fields, and rules for only some screen sizes.
 */
const plain =
  /^(?:|0|no|off|false|none|null|default|inherit|open|public|visible|all|anyone|every(?:one|body)|\[\]|\{\}|field_[0-9a-f]+|(?:hide|show)-for-[\w-]+|(?:(?:small|medium|large|no)-visibility,?)+)$/i;

const isUnset = /^(?:|0|no|off|false|none|null|default|inherit)$/i;

/** Names whose value says whether content is shown, not whether it is hidden. */
const showing = /visib|(?<!force_)public$|logged[-_]?out/i;
const isOff = (text: string): boolean => /^(?:0|no|off|false)$/i.test(text);
const isOn = (text: string): boolean => /^(?:1|yes|on|true)$/i.test(text);

/** Attributes that hide a part from all visitors, always or until a date. */
const switchedOff =
  /^(?:disabled?(?:_element)?|is_disabled|deactivated?|hidden|hide|is_hidden|hide_?(?:element|module|block))$|publish_|schedul|expir/i;
const hiddenStatus =
  /draft|pending|private|future|disabled|inactive|hidden|publish(?:ed)?_(?:after|until|from)/i;

/** Screen sizes in names of attributes and in CSS classes. A part that is hidden on all of them is never shown. */
const screens = [/desk|lg\b/i, /tab|md\b/i, /mob|phone|xs\b/i];
const isAllScreens = (names: readonly string[]): boolean =>
  screens.every((screen) => names.some((name) => screen.test(name)));
const hidesOnScreen = /(?:hid|disable).*(?:desk|tab|mob|phone)|^vs(?:desk|tab|mob)/i;

/** Returns whether a field of an entry, in the format of its plugin, may have hidden the entry from some visitors. */
export function restrictsByField(name: string, value: string): boolean {
  if (harmlessField.test(name)) return false;
  const isNamed = restricting.test(name) || memberLevel.test(name) || hiddenField.test(name);
  const isSerialized = /^[aO]:\d+:/.test(value);
  if (!isSerialized && !/^[[{]/.test(value))
    return isNamed ? hides(name, value) : audience.test(value);
  if (!isNamed && !mayRestrict(value)) return false;
  const list = isSerialized ? unserialized(value) : parsed(value);
  return list === undefined
    ? isSerialized || (isNamed && !plain.test(value))
    : holdsRestriction(list, isNamed ? name : '');
}

/** Returns whether the JSON attributes of a block may have hidden it from some visitors. */
export function restrictsByAttributes(attributes: string): boolean {
  if (!mayRestrict(attributes)) return false;
  const json = parsed(attributes);
  return json === undefined || holdsRestriction(json, '');
}

/** Returns whether a block or a shortcode has the name of one that hides its content from some visitors. */
export const restrictsByName = (name: string): boolean => hiding.test(name);

/** Returns whether a category such as "Members only" may have hidden an entry, by its taxonomy or its own name. */
export const restrictsByCategory = (taxonomy: string, name: string): boolean =>
  hiding.test(taxonomy) ||
  restrictedCategory.test(name.trim()) ||
  restrictedCategoryAbroad.test(name.trim());

/**
 * Returns the attribute of a shortcode that may have hidden its content from some visitors or all
 * of them; undefined if there is none.
 */
export const restrictingAttribute = (attributes: ReadonlyMap<string, string>): string | undefined =>
  [...attributes].find(([name, value]) => holdsRestriction({ [name]: value }, ''))?.[0];

const mayRestrict = (text: string): boolean =>
  restricting.test(text) || /hid(?:e|den)|disable|"vs|class|status|publish_/i.test(text);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The JSON is malformed, so the caller matches the text instead.
    return undefined;
  }
}

/** Returns whether a name that restricts access has a value that hides content, at any level of the JSON. */
function holdsRestriction(json: unknown, ofField: string): boolean {
  const waiting = [{ name: ofField, value: json }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { name, value } = one;
    if (typeof value !== 'object' || value === null) {
      if (hidesPart(name, value)) return true;
      continue;
    }
    const entries = Object.entries(value);
    if (isHiddenOnAllScreens(name, entries)) return true;
    const isEditorsKit = name === 'editorskit';
    const isWithin = restricting.test(name) && !isEditorsKit;
    for (const [key, inner] of entries) {
      if (isDisabledOnAllScreens(key, inner)) return true;
      if (isListOfScreens(name) && /^(?:desktop|tablet|mobile)$/i.test(key)) continue;
      // EditorsKit stores all of its settings, and `true` means that it shows the block.
      if (isEditorsKit && inner === true) continue;
      if (restricting.test(key)) waiting.push({ name: key, value: inner });
      else if (isWithin)
        waiting.push({ name: key === 'viewport' ? name : 'restrict', value: inner });
      else waiting.push({ name: isSwitch(key) ? key : '', value: inner });
    }
  }
  return false;
}

/** Returns whether a part is hidden on all screens: `{"disabledOn":{"desktop":{"value":"on"},…}}`. */
const isDisabledOnAllScreens = (name: string, value: unknown): boolean =>
  /^disabled_?on$/i.test(name) &&
  typeof value === 'object' &&
  isAllScreens(
    Object.entries(value ?? {}).flatMap(([screen, set]) =>
      /"?on"?\b/.test(JSON.stringify(set)) ? screen : [],
    ),
  );

const isListOfScreens = (name: string): boolean => showing.test(name) || name === 'editorskit';

const isSwitch = (name: string): boolean =>
  switchedOff.test(name) || /^(?:status|disabled_on|offset)$|class/i.test(name);

function hidesPart(name: string, value: unknown): boolean {
  const text = String(value ?? '').trim();
  if (/^status$/i.test(name)) return hiddenStatus.test(text);
  if (/^disabled_on$/i.test(name)) return /^on\|on\|on/.test(text);
  if (/class|^offset$/i.test(name) && !restricting.test(name)) {
    return text.split(/\s+/).some((one) => audience.test(one)) || hidingClasses(text).length > 0;
  }
  return name !== '' && hides(name, value);
}

const hiddenClass = /^(?:d-none|(?:is-|u-|uk-|w3-)?(?:hidden|invisible)|w3-hide|ng-hide|hide)$/;
/** Classes that show a part on large screens. */
const shownClass =
  /^(?:d|display)-\w+-(?:block|flex|grid|inline)|^\w+:(?:block|flex|grid|inline|visible)/;

/** Returns the CSS classes with which an element is hidden on all screens. */
export function hidingClasses(written: string): string[] {
  const classes = written.trim().split(/\s+/);
  const hidden = classes.find((one) => hiddenClass.test(one));
  if (hidden && !classes.some((one) => shownClass.test(one))) return [hidden];
  const onScreens = classes.filter((one) => /hid(?:e|den)[-_]/i.test(one));
  return isAllScreens(onScreens) ? onScreens : [];
}

function isHiddenOnAllScreens(name: string, entries: [string, unknown][]): boolean {
  const hidden = entries.flatMap(([key, value]) => {
    const text = typeof value === 'object' ? '' : String(value);
    const isHidden = hidesOnScreen.test(key)
      ? !plain.test(text)
      : isListOfScreens(name) && isOff(text);
    return isHidden ? key : [];
  });
  return isAllScreens(hidden);
}

function hides(name: string, value: unknown): boolean {
  const text = String(value ?? '').trim();
  if (showing.test(name) && isOff(text)) return true;
  if (/(?:visible|public)$/i.test(name) && isOn(text)) return false;
  if (switchedOff.test(name)) return !isUnset.test(text);
  return !plain.test(text);
}

/**
 * Parses PHP's serialization: `a:1:{i:0;s:6:"editor";}`. Lengths are in bytes. A wrong length is tolerated, because people
 * edit exports.
 *
 * @returns undefined if it is malformed
 */
function unserialized(text: string): unknown {
  const bytes = Buffer.from(text);
  const open: { into: Record<string, unknown>; key: string | undefined }[] = [];
  let root: unknown;
  let at = 0;
  const place = (value: unknown) => {
    const list = open.at(-1);
    if (!list) root = value;
    else if (list.key === undefined) list.key = String(value);
    else {
      list.into[list.key] = value;
      list.key = undefined;
    }
  };
  while (at < bytes.length && (open.length > 0 || root === undefined)) {
    const head = bytes.toString('latin1', at, at + 200);
    const list = /^(?:a|O:\d+:"[^"]*"):\d+:\{/.exec(head)?.[0];
    const string = /^s:(\d+):"/.exec(head);
    const other = /^(?:([bid]):([^;]*);|N;)/.exec(head);
    const isKey = open.at(-1)?.key === undefined && open.length > 0;
    if (list && isKey) return undefined;
    if (list) {
      const into: Record<string, unknown> = Object.create(null);
      place(into);
      open.push({ into, key: undefined });
      at += list.length;
    } else if (string) {
      const from = at + string[0].length;
      const told = from + Number(string[1]);
      const end =
        bytes.toString('latin1', told, told + 2) === '";' ? told : bytes.indexOf('";', from);
      if (end === -1) return undefined;
      place(bytes.toString('utf8', from, end));
      at = end + 2;
    } else if (other) {
      place(other[1] === 'b' ? other[2] === '1' : (other[2] ?? null));
      at += other[0].length;
    } else if (head.startsWith('}') && open.length > 0) {
      open.pop();
      at += 1;
    } else return undefined;
  }
  return open.length > 0 ? undefined : root;
}
