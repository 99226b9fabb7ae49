import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { renderPart } from '~/testing/render';
import { theme } from '~/web/admin/shell/theme';
import { CountryField } from './country-field';

it('the countries are rendered while their list is open, and one is selected by keyboard', async () => {
  const onChange = vi.fn();
  const { user } = await renderPart(
    <MantineProvider theme={theme} env="test">
      <CountryField value="" error={undefined} onChange={onChange} />
    </MantineProvider>,
  );
  const options = () => screen.queryAllByRole('option', { hidden: true });
  expect(options()).toEqual([]);
  await user.click(screen.getByLabelText('Country', { selector: 'input' }));
  expect(options().length).toBeGreaterThan(200);
  await user.keyboard('switz{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenCalledWith('CH');
  expect(options()).toEqual([]);
});
