import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';

import { exhibitSchema, screenRowsMax, screenTones } from '~/contract/portfolio/exhibits-schema';
import { PictureField } from '~/web/admin/form/picture-field';
import { ExhibitDrawing } from '~/web/content/exhibits/exhibit';
import { type ExhibitDraft, unset } from './exhibit-kinds';
import { ExhibitRows } from './exhibit-rows';

interface Props<Draft extends ExhibitDraft = ExhibitDraft> {
  exhibit: Draft;
  /** Returns the error of a field by its path within the exhibit, such as `bars.0.label`. */
  errorOf(path: string): string | undefined;
  onChange(exhibit: ExhibitDraft): void;
}

const toneLabels = { none: 'Plain', good: 'Good', wait: 'Waiting', bad: 'Bad' };

/** Form of one exhibit, with its drawing. */
export function ExhibitForm(props: Props) {
  const { exhibit } = props;
  const shown = exhibitSchema.safeParse(exhibit);
  const texts = textsOf(props);
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...texts('title')} />
      <Fields {...props} />
      <TextInput label="Caption" {...texts('caption')} />
      <section className="exhibit-preview" aria-label="As visitors see it">
        {shown.success ? (
          <ExhibitDrawing exhibit={shown.data} />
        ) : (
          <Text fz="sm" c="dimmed">
            The preview appears once the rows have names and numbers.
          </Text>
        )}
      </section>
    </Stack>
  );
}

/** Returns a function that returns the props of the text field for a field of the exhibit. */
function textsOf({ exhibit, errorOf, onChange }: Props) {
  const values = exhibit as unknown as Record<string, string | undefined>;
  return (key: string) => ({
    value: values[key] ?? '',
    error: errorOf(key),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...exhibit, [key]: event.currentTarget.value } as ExhibitDraft),
  });
}

function Fields(props: Props) {
  const { exhibit, errorOf, onChange } = props;
  const texts = textsOf(props);
  switch (exhibit.kind) {
    case 'bars':
      return (
        <>
          <TextInput
            label="Unit"
            description="For example: calls, % or $. Optional."
            {...texts('unit')}
          />
          <ExhibitRows
            label="Bars"
            noun="bar"
            path="bars"
            columns={[
              { key: 'label', label: 'Name' },
              { key: 'value', label: 'Number', type: 'number' },
            ]}
            rows={exhibit.bars}
            empty={{ label: '', value: unset }}
            max={8}
            errorOf={errorOf}
            onChange={(bars) => onChange({ ...exhibit, bars })}
          />
        </>
      );
    case 'weight':
      return (
        <ExhibitRows
          label="Sizes"
          noun="size"
          path="items"
          columns={[
            { key: 'label', label: 'Name' },
            { key: 'kilobytes', label: 'Kilobytes', type: 'number' },
          ]}
          rows={exhibit.items}
          empty={{ label: '', kilobytes: unset }}
          max={5}
          errorOf={errorOf}
          onChange={(items) => onChange({ ...exhibit, items })}
        />
      );
    case 'timeline':
      return (
        <ExhibitRows
          label="Steps"
          noun="step"
          path="steps"
          columns={[
            { key: 'label', label: 'Name' },
            { key: 'from', label: 'From week', type: 'whole' },
            { key: 'to', label: 'To week', type: 'whole' },
          ]}
          rows={exhibit.steps}
          empty={{ label: '', from: 1, to: 1 }}
          max={12}
          errorOf={errorOf}
          onChange={(steps) => onChange({ ...exhibit, steps })}
        />
      );
    case 'bill':
      return (
        <>
          <Select
            label="Unit"
            data={[
              { value: 'hours', label: 'Hours' },
              { value: 'money', label: 'Money' },
            ]}
            value={exhibit.of ?? 'hours'}
            allowDeselect={false}
            onChange={(of) => onChange({ ...exhibit, of: of as 'hours' | 'money' })}
          />
          <ExhibitRows
            label="Lines"
            noun="line"
            path="lines"
            columns={[
              { key: 'label', label: 'Name' },
              { key: 'quoted', label: 'Quoted', type: 'number' },
              { key: 'taken', label: 'Taken', type: 'number' },
            ]}
            rows={exhibit.lines}
            empty={{ label: '', quoted: unset, taken: unset }}
            max={15}
            errorOf={errorOf}
            onChange={(lines) => onChange({ ...exhibit, lines })}
          />
        </>
      );
    default:
      return <ScreenFields {...props} exhibit={exhibit} />;
  }
}

/** Fields of a phone and of a window: a picture or a drawn screen. */
function ScreenFields(props: Props<Extract<ExhibitDraft, { kind: 'phone' | 'browser' }>>) {
  const { exhibit, errorOf, onChange } = props;
  const texts = textsOf(props);
  return (
    <>
      <PictureField
        label="Picture"
        url={exhibit.picture ?? ''}
        error={errorOf('picture')}
        onChange={(picture) => onChange({ ...exhibit, picture })}
      />
      {exhibit.kind === 'browser' && <TextInput label="Address" {...texts('address')} />}
      {exhibit.picture ? (
        <TextInput
          label="Alt text"
          description="Describes the picture for people who cannot see it."
          {...texts('alt')}
        />
      ) : (
        <>
          <TextInput label="Screen heading" {...texts('heading')} />
          <ExhibitRows
            label="Screen rows"
            noun="row"
            path="rows"
            columns={[
              { key: 'text', label: 'Words' },
              { key: 'value', label: 'Answer' },
              {
                key: 'tone',
                label: 'State',
                type: screenTones.map((value) => ({ value, label: toneLabels[value] })),
              },
            ]}
            rows={exhibit.rows ?? []}
            empty={{ text: '', value: '', tone: 'none' }}
            max={screenRowsMax}
            errorOf={errorOf}
            onChange={(rows) => onChange({ ...exhibit, rows })}
          />
          <TextInput label="Screen footer" {...texts('foot')} />
        </>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="Figure beside it" placeholder="38 KB" {...texts('figure')} />
        <TextInput
          label="What the figure measures"
          placeholder="the whole first screen"
          {...texts('figureLabel')}
        />
      </SimpleGrid>
    </>
  );
}
