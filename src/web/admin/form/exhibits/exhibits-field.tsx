import { exhibitKinds } from '~/contract/portfolio/exhibits-schema';
import { PartsField } from '~/web/admin/form/parts-field';
import { ExhibitForm } from './exhibit-form';
import { type ExhibitDraft, exhibitEditors } from './exhibit-kinds';
import './exhibits.css';

const kinds = exhibitKinds.map((kind) => ({
  key: kind,
  label: exhibitEditors[kind].label,
  about: exhibitEditors[kind].about,
  make: (): ExhibitDraft => structuredClone(exhibitEditors[kind].empty),
}));

/** Field for the exhibits of a case study. */
export function ExhibitsField(props: {
  exhibits: ExhibitDraft[];
  /** Errors by path, such as `exhibits.2.title`. */
  errors: Record<string, string>;
  error?: string | undefined;
  onChange(exhibits: ExhibitDraft[]): void;
}) {
  const { exhibits, ...rest } = props;
  return (
    <PartsField
      {...rest}
      name="exhibits"
      parts={exhibits}
      noun="exhibit"
      emptyText="None yet. The first one appears at the top of the case, the others below its chapters."
      addLabel="Add chart or mock-up"
      kinds={kinds}
      editorOf={(exhibit) => ({
        label: exhibitEditors[exhibit.kind].label,
        words: exhibit.title ?? '',
        form: (edited) => <ExhibitForm exhibit={exhibit} {...edited} />,
      })}
    />
  );
}
