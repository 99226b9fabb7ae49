/** Characters that end the user name, password or host of a URL unless they are escaped. */
const ends = /[/?#\\\s]/;

/**
 * Finds an unescaped character in the user name or password of a URL, because the URL would be parsed wrongly.
 *
 * @returns a sentence that names the character and its escape, but never the secret
 */
export function unescapedIn(url: string): string | undefined {
  const start = url.indexOf('://') + 3;
  const at = url.lastIndexOf('@');
  if (start < 3 || at < start) return undefined;
  // Everything after a # would be parsed as a fragment, so a part of the password would become the host.
  const mark = url.indexOf('#', start);
  if (mark > 0 && mark < at && !/[/?]/.test(url.slice(start, mark))) return unescaped('#');
  const isRead = URL.canParse(url) && new URL(url).username !== '';
  // If the first @ ends the user name and password, a later one may be part of the path.
  const userInfo = url.slice(start, isRead ? url.indexOf('@', start) : at);
  const character = ends.exec(userInfo)?.[0] ?? /%(?![\da-f]{2})/i.exec(userInfo)?.[0];
  if (character === undefined) return undefined;
  return unescaped(character);
}

function unescaped(character: string): string {
  const escaped = encodeURIComponent(character);
  const shown = /\s/.test(character) ? 'a space' : `an unescaped ${character}`;
  return `has ${shown} in its user name or password: write it as ${escaped}`;
}
