import { Button, Fieldset, Group, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';

import type { TeamMember } from '~/contract/settings/settings-about';
import type { About } from '~/contract/settings/settings-schema';
import { PictureField } from '~/web/admin/form/picture-field';
import { StepsField } from '~/web/admin/form/steps-field';
import { textProps } from '~/web/admin/form/text-props';
import type { RecordForm } from '~/web/admin/form/use-record-form';

const emptyMember: TeamMember = { name: '', role: '', text: '', imageUrl: null };

export function AboutFields({ form }: { form: RecordForm<About> }) {
  const { draft, set } = form;
  const texts = textProps(form);
  const { people } = draft.team;
  const change = (at: number, part: Partial<TeamMember>) =>
    set('team', {
      ...draft.team,
      people: people.map((person, index) => (index === at ? { ...person, ...part } : person)),
    });
  return (
    <Stack gap="md">
      <TextInput label="Title" {...texts('title')} />
      <Textarea label="Text" autosize minRows={2} {...texts('lead')} />
      <Textarea
        label="Story"
        description="Separate paragraphs with an empty line."
        autosize
        minRows={5}
        value={draft.story.paragraphs.join('\n\n')}
        onChange={(event) =>
          set('story', { ...draft.story, paragraphs: event.currentTarget.value.split('\n\n') })
        }
      />
      <StepsField
        label="Values"
        noun="value"
        steps={draft.values.items}
        onChange={(items) => set('values', { ...draft.values, items })}
      />
      <StepsField
        label="A week with us"
        noun="part"
        steps={draft.week.items}
        onChange={(items) => set('week', { ...draft.week, items })}
      />
      <Fieldset legend="Team">
        <Stack gap="lg">
          {people.map((person, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
            <Stack key={index} gap="xs">
              <SimpleGrid cols={{ base: 1, sm: 2 }}>
                <TextInput
                  label={`Name of person ${index + 1}`}
                  value={person.name}
                  onChange={(event) => change(index, { name: event.currentTarget.value })}
                />
                <TextInput
                  label="Role"
                  value={person.role}
                  onChange={(event) => change(index, { role: event.currentTarget.value })}
                />
              </SimpleGrid>
              <TextInput
                label="One line on how they work"
                value={person.text}
                onChange={(event) => change(index, { text: event.currentTarget.value })}
              />
              <PictureField
                label="Portrait"
                url={person.imageUrl ?? ''}
                onChange={(url) => change(index, { imageUrl: url || null })}
              />
              <Group>
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  onClick={() =>
                    set('team', { ...draft.team, people: people.filter((_, at) => at !== index) })
                  }
                >
                  Remove {person.name || 'this person'}
                </Button>
              </Group>
            </Stack>
          ))}
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => set('team', { ...draft.team, people: [...people, emptyMember] })}
            >
              Add person
            </Button>
          </Group>
        </Stack>
      </Fieldset>
    </Stack>
  );
}
