/** A parsed form with nested brackets: `items[0][price]=x` becomes `{ items: { 0: { price } } }`. */
export type Form = { [key: string]: string | Form | undefined };

export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let at = form;
    for (const key of path.slice(0, -1)) {
      const known = at[key];
      const next: Form = typeof known === 'object' ? known : Object.create(null);
      at[key] = next;
      at = next;
    }
    at[path[path.length - 1] ?? name] = value;
  }
  return form;
}

export const textIn = (form: Form, key: string): string | undefined => {
  const value = form[key];
  return typeof value === 'string' ? value : undefined;
};

export const partOf = (form: Form, key: string): Form => {
  const value = form[key];
  return typeof value === 'object' ? value : {};
};

export const listIn = (form: Form, key: string): string[] =>
  Object.values(partOf(form, key)).filter((value) => typeof value === 'string');

export const textsIn = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
