/**
 * Formats a field name: 'Detailed description' for 'detailedDescription', 'Client' for 'clientId', and 'Items 1 › Unit
 * price' for 'items.1.unitPrice'.
 */
export const fieldInWords = (path: string): string =>
  path
    .replaceAll(/\.(\d+)/g, ' $1')
    .split('.')
    .map(inWords)
    .join(' › ');

function inWords(name: string): string {
  const words = name
    .replace(/Ids?(?= |$)/, '')
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
