import type { RecordForm } from './use-record-form';

type TextKey<Draft> = {
  [Key in keyof Draft]: Draft[Key] extends string ? Key : never;
}[keyof Draft] &
  string;

/**
 * Returns a function that returns the props of the text field for a field of the form: name, value,
 * error and change handler.
 */
export function textProps<Draft extends object>(form: RecordForm<Draft>) {
  return (key: TextKey<Draft>) => ({
    name: key,
    value: form.draft[key] as string,
    error: form.errorOf(key),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(key, event.currentTarget.value as Draft[typeof key]),
  });
}
