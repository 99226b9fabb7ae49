import { MantineProvider } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { renderPart } from '~/testing/render';
import { MarkdownField } from './markdown-field';

const url = `/media/${'a'.repeat(32)}-1600x900.webp`;
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const button = (name: string) => screen.getByRole('button', { name });
const pier = (name = 'a-pier.png') => new File(['pixels'], name, { type: 'image/png' });

/** Responses to uploads, in order. Each waits until the test sends it. */
let answers: ((response: Response) => void)[];
const answer = (status: number, body: object) => answers.shift()?.(Response.json(body, { status }));

/** Does what browsers do with the focused field, because the test DOM does not. */
function insertText(_command: string, _ui?: boolean, text = ''): boolean {
  const element = document.activeElement as HTMLTextAreaElement;
  const { value, selectionStart: from, selectionEnd: to } = element;
  const native = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
  native?.set?.call(element, value.slice(0, from) + text + value.slice(to));
  element.setSelectionRange(from + text.length, from + text.length);
  element.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

beforeEach(() => {
  answers = [];
  document.execCommand = insertText;
  vi.stubGlobal(
    'fetch',
    vi.fn(() => new Promise<Response>((resolve) => answers.push(resolve))),
  );
});

const onSubmit = vi.fn();

function Form({ text, isFolded = false }: { text: string; isFolded?: boolean }) {
  const [value, setValue] = useState(text);
  const [isOpen, setOpen] = useState(!isFolded);
  return (
    <form
      aria-label="Post"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(value);
      }}
    >
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Fold
      </button>
      {isOpen && <MarkdownField label="Text" value={value} onChange={setValue} />}
    </form>
  );
}

async function write(text = '', selection: [number, number] = [text.length, text.length]) {
  onSubmit.mockClear();
  const { user } = await renderPart(
    <MantineProvider>
      <Form text={text} />
    </MantineProvider>,
  );
  field().focus();
  field().setSelectionRange(...selection);
  return user;
}

const paste = (...files: File[]) =>
  fireEvent.paste(field(), {
    clipboardData: { files, types: ['Files'], getData: () => '' },
  });

describe('the Markdown toolbar', () => {
  it.each([
    ['Bold', 'a **pier** here'],
    ['Italic', 'a _pier_ here'],
    ['Code', 'a `pier` here'],
    ['Link', 'a [pier](https://) here'],
    ['Heading', '## a pier here'],
    ['List', '- a pier here'],
    ['Numbered list', '1. a pier here'],
    ['Quote', '> a pier here'],
  ])('formats the selection with %s', async (name, made) => {
    const user = await write('a pier here', [2, 6]);
    await user.click(button(name));
    expect(field()).toHaveValue(made);
    expect(field()).toHaveFocus();
  });

  it('numbers the selected lines, and undoes it', async () => {
    const user = await write('one\ntwo', [0, 7]);
    await user.click(button('Numbered list'));
    expect(field()).toHaveValue('1. one\n2. two');
    await user.click(button('Numbered list'));
    expect(field()).toHaveValue('one\ntwo');
  });

  it.each([
    ['b', '**pier**'],
    ['i', '_pier_'],
    ['k', '[pier](https://)'],
  ])('formats with Ctrl and %s, and with Cmd', async (key, made) => {
    await write('pier', [0, 4]);
    fireEvent.keyDown(field(), { key, ctrlKey: true });
    expect(field()).toHaveValue(made);
    fireEvent.change(field(), { target: { value: 'pier' } });
    field().setSelectionRange(0, 4);
    fireEvent.keyDown(field(), { key, metaKey: true });
    expect(field()).toHaveValue(made);
  });

  it('is a single tab stop, with the arrow keys between its buttons', async () => {
    const user = await write();
    await user.tab({ shift: true });
    expect(button('Bold')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(button('Italic')).toHaveFocus();
    await user.keyboard('{End}');
    expect(button('Picture')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(button('Bold')).toHaveFocus();
    await user.tab();
    expect(field()).toHaveFocus();
  });
});

describe('a picture', () => {
  it('is inserted at the caret while typing continues, with its description selected', async () => {
    await write('Before\n\nAfter', [7, 7]);
    paste(pier());
    expect(field()).toHaveValue('Before\n![Uploading a-pier.png…]()\n\nAfter');
    expect(screen.getByText(/Uploading a picture/)).toBeVisible();
    answer(201, { url });
    await waitFor(() => expect(field()).toHaveValue(`Before\n![a pier](${url})\n\nAfter`));
    const { value, selectionStart, selectionEnd } = field();
    expect(value.slice(selectionStart, selectionEnd)).toBe('a pier');
    expect(screen.queryByText(/Uploading a picture/)).not.toBeInTheDocument();
  });

  it('can be selected with the button, also by keyboard', async () => {
    const user = await write('');
    await user.upload(screen.getByLabelText('Pictures for: Text'), pier());
    answer(201, { url });
    await waitFor(() => expect(field()).toHaveValue(`![a pier](${url})\n`));
  });

  it('that fails shows the reason, loses no input, and is retried', async () => {
    const user = await write('Before ');
    paste(pier());
    await user.keyboard('after');
    answer(400, { message: 'The picture is damaged' });
    expect(await screen.findByText(/“a-pier.png” could not be added/)).toHaveTextContent(
      'The picture is damaged.',
    );
    expect(field()).toHaveValue('Before after');
    await user.click(button('Try again'));
    answer(201, { url });
    await waitFor(() => expect(field().value).toContain(`![a pier](${url})`));
    expect(screen.queryByText(/could not be added/)).not.toBeInTheDocument();
  });

  it('that is still uploading prevents saving the form without it', async () => {
    const user = await write('');
    paste(pier());
    fireEvent.submit(screen.getByRole('form', { name: 'Post' }));
    expect(onSubmit).not.toHaveBeenCalled();
    answer(201, { url });
    await waitFor(() => expect(field().value).toContain(url));
    await user.click(field());
    fireEvent.submit(screen.getByRole('form', { name: 'Post' }));
    expect(onSubmit).toHaveBeenCalledWith(`![a pier](${url})\n`);
  });
});
