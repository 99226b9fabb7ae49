/** Forms that the agency makes itself. The rules of what an admin writes are in forms-schema.ts, those of answers in answers.ts. */

export const fieldTypes = [
  'text',
  'long',
  'email',
  'phone',
  'choice',
  'choices',
  'number',
  'date',
  'file',
  'consent',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const fieldTypeLabels: Record<FieldType, string> = {
  text: 'Short text',
  long: 'Long text',
  email: 'Email address',
  phone: 'Phone number',
  choice: 'Single choice',
  choices: 'Multiple choice',
  number: 'Number',
  date: 'Date',
  file: 'Files',
  consent: 'Consent',
};

export interface FormField {
  /** The name of its answer. */
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  help: string;
  /** Of a choice. */
  options: string[];
  /** Not asked any more, and kept since it was answered. */
  retired: boolean;
}

/** What was answered to one field, with the label as it was then. */
export interface Answer {
  key: string;
  label: string;
  type: FieldType;
  value: string | string[] | number | boolean;
  /** Those of a field of files, whose value has the names, also of what could not be taken; their content is at `/api/files/{id}`. */
  files?: { id: number; name: string; size: number; type: string }[];
}

export const formFieldsMax = 40;
export const fieldOptionsMax = 60;
/** Of one field. */
export const answerFilesMax = 5;

/** Before the name of a file that the store had no room for: the form is sent nonetheless, and the agency asks for the file. */
export const notTaken = 'not-taken/';

/** Such a file among what was answered. */
export const notTakenText = (name: string): string => `${name} (upload failed, ask for it)`;

export const isChoice = (type: FieldType): boolean => type === 'choice' || type === 'choices';

/** Keys by which a text field says who has sent it. */
const nameKey = 'name';
const companyKey = 'company';

export const askedFields = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ retired }) => !retired);

/** Fields by which a sender can be answered. */
export const contactFields = (fields: readonly FormField[]): FormField[] =>
  askedFields(fields).filter(({ type }) => type === 'email' || type === 'phone');

/**
 * The fields that say who has sent it: the first ones for an email and a phone, and texts by their keys.
 *
 * @param answered the keys of those that were filled in: of several for an email the first of these counts
 */
export function whoFields(fields: readonly FormField[], answered: readonly string[] = []) {
  const asked = askedFields(fields);
  const ofType = (type: FieldType) => {
    const ones = asked.filter((field) => field.type === type);
    return (ones.find(({ key }) => answered.includes(key)) ?? ones[0])?.key;
  };
  const ofKey = (key: string) =>
    asked.find((field) => field.key === key && field.type === 'text')?.key;
  return {
    email: ofType('email'),
    phone: ofType('phone'),
    name: ofKey(nameKey),
    company: ofKey(companyKey),
  };
}

/** What a form asks as the brief of a service, once it is known who has asked for it. */
export function briefFields(fields: readonly FormField[]): FormField[] {
  const known = Object.values(whoFields(fields));
  return askedFields(fields).filter(({ key }) => !known.includes(key));
}

/** A key that is made from a label. @param taken those of the other fields */
export function keyOfLabel(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 36)
    .replace(/_+$/, '');
  const stem = words && !reservedKeys.includes(words) ? words : `field_${words}`.replace(/_$/, '');
  let key = stem;
  for (let count = 2; taken.includes(key); count += 1) key = `${stem}_${count}`;
  return key;
}

/** Names that objects have from their prototype. */
export const reservedKeys: readonly string[] = ['constructor', 'prototype'];

/** An answer in words. */
export function answerText({ value }: Pick<Answer, 'value'>): string {
  if (value === true) return 'Yes';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
