import Bowser from 'bowser';

/** Returns a readable name from the User-Agent header, such as 'Firefox on Linux'. */
export function deviceName(userAgent: string): string {
  const { browser, os, platform } = Bowser.parse(userAgent || ' ');
  const system = os.name ?? platform.type;
  if (!browser.name) return system ? `A browser on ${system}` : 'Unknown device';
  return system ? `${browser.name} on ${system}` : browser.name;
}
