import type { RecordForm } from './use-record-form';

type TextKey<Draft> = {
  [Key in keyof Draft]: Draft[Key] extends string ? Key : never;
}[keyof Draft] &
  string;

/** What binds a text field to a form: its value, what is wrong with it, and what it does when typed in. */
export function textProps<Draft extends object>(form: RecordForm<Draft>) {
  return (key: TextKey<Draft>) => ({
    name: key,
    value: form.draft[key] as string,
    error: form.errorOf(key),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(key, event.currentTarget.value as Draft[typeof key]),
  });
}
