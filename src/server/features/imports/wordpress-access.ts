/** Words that names of fields and attributes contain if a plugin uses them to hide content from some visitors. */
const restricting =
  /(?<!re)member|role|access(?!ib|or)|restrict|visib|condition(?!ing|er)|logged|subscription|paywall|user_?level/i;

/** Values with which a field that restricts access hides nothing. */
const plain =
  /^(?:|0|no|off|false|none|null|default|inherit|open|public|visible|all|anyone|every(?:one|body))$/i;

/** Maximum length of a stored list that is parsed, in characters. */
const listMax = 20_000;

/** Returns whether a field of an entry, in the format of its plugin, may have hidden the entry from some visitors. */
export function restrictsByField(name: string, value: string): boolean {
  if (!restricting.test(name)) return false;
  if (/^[aO]:\d+:/.test(value)) return serializedValues(value).some((one) => !plain.test(one));
  const json = /^[[{]/.test(value) ? parsed(value) : undefined;
  return json === undefined ? !plain.test(value) : holdsRestriction({ [name]: json });
}

/** Returns whether the JSON attributes of a block may have hidden it from some visitors. */
export function restrictsByAttributes(attributes: string): boolean {
  if (!restricting.test(attributes)) return false;
  const json = parsed(attributes);
  return json === undefined || holdsRestriction(json);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // The JSON is malformed, so the caller decides by the text.
    return undefined;
  }
}

/** Returns whether a restricting name has a value that hides content, at any level. */
function holdsRestriction(json: unknown): boolean {
  const waiting = [{ name: '', value: json }];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { name, value } = one;
    if (typeof value === 'object' && value !== null) {
      const inherited = name && 'restrict';
      for (const [key, inner] of Object.entries(value))
        waiting.push({ name: restricting.test(key) ? key : inherited, value: inner });
    } else if (name && !isPlain(name, value)) return true;
  }
  return false;
}

function isPlain(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value === /visib/i.test(name);
  return plain.test(String(value));
}

/** Returns the items of a list in PHP's serialization: `a:1:{i:0;s:6:"editor";}`. Keys and values alternate. */
function serializedValues(list: string): string[] {
  const values: string[] = [];
  let isKey = false;
  for (const [whole, text, number] of list
    .slice(0, listMax)
    .matchAll(/s:\d+:"([^"]*)";|[ibd]:([^;]{0,40});|N;|[{}]/g)) {
    if (whole === '{' || whole === '}') {
      isKey = true;
      continue;
    }
    if (!isKey) values.push(text ?? number ?? '');
    isKey = !isKey;
  }
  return values;
}
