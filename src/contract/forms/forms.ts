/** Custom forms of the agency. Rules for editing them are in forms-schema.ts, rules for answers in answers.ts. */

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
  /** Key of the field's answer. */
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  help: string;
  /** Options of a choice field. */
  options: string[];
  /** True if the field is no longer shown; kept because it has answers. */
  retired: boolean;
}

/** Answer to one field, with the label that the field had at that time. */
export interface Answer {
  key: string;
  label: string;
  type: FieldType;
  value: string | string[] | number | boolean;
  /**
   * Files of a file field. The field's value contains their names, also of files that could not be stored. Their content is
   * at `/api/files/{id}`.
   */
  files?: { id: number; name: string; size: number; type: string }[];
}

export const formFieldsMax = 40;
export const fieldOptionsMax = 60;
/** Maximum number of files per field. */
export const answerFilesMax = 5;

/**
 * Prefix that marks the name of a file that could not be uploaded because the storage was full. The
 * form is submitted without the file, and the agency asks for it.
 */
export const notTaken = 'not-taken/';

/** Returns the text that is shown among the answers for a file that could not be uploaded. */
export const notTakenText = (name: string): string => `${name} (upload failed, ask for it)`;

export const isChoice = (type: FieldType): boolean => type === 'choice' || type === 'choices';

/** Keys of text fields that identify the sender. */
const nameKey = 'name';
const companyKey = 'company';

export const askedFields = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ retired }) => !retired);

/** Returns fields by which a sender can be contacted. */
export const contactFields = (fields: readonly FormField[]): FormField[] =>
  askedFields(fields).filter(({ type }) => type === 'email' || type === 'phone');

/**
 * Returns the fields that identify the sender: the first email and phone fields, and text fields with well-known keys.
 *
 * @param answered keys of filled fields: of several email fields, the first filled one counts
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

/** Returns the fields of a form used as a brief, whose sender is already known. */
export function briefFields(fields: readonly FormField[]): FormField[] {
  const known = Object.values(whoFields(fields));
  return askedFields(fields).filter(({ key }) => !known.includes(key));
}

/** Derives a key from a label. @param taken keys of the other fields */
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

/** Names that every object inherits from its prototype, which keys must not have. */
export const reservedKeys: readonly string[] = ['constructor', 'prototype'];

/** Formats an answer. */
export function answerText({ value }: Pick<Answer, 'value'>): string {
  if (value === true) return 'Yes';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
