import { Select, Stack, TextInput } from '@mantine/core';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { type Exhibit, exhibitKinds } from '~/contract/portfolio/exhibits-schema';
import { ExhibitForm } from '~/web/admin/form/exhibits/exhibit-form';
import { exhibitEditors } from '~/web/admin/form/exhibits/exhibit-kinds';
import '~/web/admin/form/exhibits/exhibits.css';

export function ExhibitBlockForm(props: BlockFormProps<'exhibit'>) {
  const { block, errorOf, onChange } = props;
  return (
    <Stack gap="sm">
      <TextInput label="Block title" {...blockTexts(props)('title')} />
      <Select
        label="Kind"
        data={exhibitKinds.map((value) => ({ value, label: exhibitEditors[value].label }))}
        value={block.exhibit.kind}
        allowDeselect={false}
        onChange={(kind) =>
          onChange({
            ...block,
            exhibit: structuredClone(
              exhibitEditors[kind as Exhibit['kind']].empty,
            ) as unknown as Exhibit,
          })
        }
      />
      <ExhibitForm
        exhibit={block.exhibit}
        errorOf={(path) => errorOf(`exhibit.${path}`)}
        // The entered value is validated on save.
        onChange={(exhibit) => onChange({ ...block, exhibit: exhibit as Exhibit })}
      />
    </Stack>
  );
}
