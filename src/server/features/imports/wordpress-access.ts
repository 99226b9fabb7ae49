/** Words in names of fields and attributes with which plugins show content to some visitors only. */
const restricting =
  /(?<!re)member|role|access(?!ib|or)|restrict|visib|condition(?!ing|er)|logged|subscription|paywall|user_?level/i;

/** Values with which such a field restricts nothing. */
const plain =
  /^(?:|0|no|off|false|none|null|default|inherit|open|public|visible|all|anyone|every(?:one|body))$/i;

/** Maximum length of a stored list that is read, in characters. */
const listMax = 20_000;

/** Returns whether a field of an entry, as its plugin stored it, may have kept the entry from some visitors. */
export function restrictsByField(name: string, value: string): boolean {
  if (!restricting.test(name)) return false;
  if (/^[aO]:\d+:/.test(value)) return serializedValues(value).some((one) => !plain.test(one));
  const json = /^[[{]/.test(value) ? parsed(value) : undefined;
  return json === undefined ? !plain.test(value) : holdsRestriction({ [name]: json });
}

/** Returns whether attributes of a block, which are JSON, may have kept it from some visitors. */
export function restrictsByAttributes(attributes: string): boolean {
  if (!restricting.test(attributes)) return false;
  const json = parsed(attributes);
  return json === undefined || holdsRestriction(json);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Malformed: the caller decides by the text.
    return undefined;
  }
}

/** Looks for a value other than a plain one under a restricting name, at any level. */
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

/** Returns the values of a list as PHP stores it: `a:1:{i:0;s:6:"editor";}`. Its items are keys and values in turn. */
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
