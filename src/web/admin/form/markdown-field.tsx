import { Button, Textarea } from '@mantine/core';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';

import { applyEdit } from '~/web/lib/markdown-edit';
import { IconPhotoPlus } from '~/web/ui/icons';
import { formatByKey, MarkdownToolbar } from '~/web/ui/markdown-toolbar';
import { toast } from '~/web/ui/toast-store';
import { beginUpload, isUploading, settledIn, useUploadsVersion } from './picture-uploads';
import './markdown-field.css';

const pictureTypes = 'image/png,image/jpeg,image/webp,image/avif,image/gif';

interface Refused {
  file: File;
  why: string;
}

/**
 * A Markdown field with a toolbar. Pictures can be selected, pasted or dropped into the text, and are uploaded in the
 * background.
 */
export function MarkdownField(props: {
  label: string;
  description?: string;
  required?: boolean;
  value: string;
  error?: string | undefined;
  /** Minimum number of lines of an autosizing field. */
  minRows?: number;
  maxRows?: number;
  /** Class of the input, for a style sheet that sets its height. */
  inputClass?: string;
  field?: RefObject<HTMLTextAreaElement | null>;
  /** Disables the insertion of pictures, for texts that show them as links. */
  isWithoutPictures?: boolean;
  /** Content at the end of the toolbar. */
  aside?: ReactNode;
  onChange(text: string): void;
  /** Called before the formatting shortcuts. Prevents the default of the events that it handles. */
  onKeyDown?(event: KeyboardEvent<HTMLTextAreaElement>): void;
}) {
  const { value, onChange, inputClass, isWithoutPictures = false } = props;
  const own = useRef<HTMLTextAreaElement>(null);
  const field = props.field ?? own;
  const chooser = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<Refused[]>([]);
  const [isOver, setOver] = useState(false);
  const version = useUploadsVersion();
  const isWaiting = isUploading(value);
  useHeldForm(field, isWaiting);

  // biome-ignore lint/correctness/useExhaustiveDependencies: an upload that ends changes the version
  useEffect(() => {
    if (!settledIn(value)) return;
    // Sets the caret in a separate task, because React moves a caret that is set within an effect to the end.
    const timer = setTimeout(() => {
      const element = field.current;
      const settled = settledIn(value);
      if (!settled || !element || element.value !== value) return;
      const { from, to, insert } = settled;
      if (element === document.activeElement) {
        const selection = selectionAfter(settled, [element.selectionStart, element.selectionEnd]);
        applyEdit(element, { from, to, insert, selection });
      } else {
        onChange(value.slice(0, from) + insert + value.slice(to));
      }
    });
    return () => clearTimeout(timer);
  }, [value, version]);

  const add = (files: File[]) => {
    const element = field.current;
    if (!element) return;
    setRefused([]);
    for (const file of files) {
      const { placeholder, failure } = beginUpload(file);
      const { selectionStart: from, selectionEnd: to, value: text } = element;
      // A picture is a paragraph of its own, unless it is inserted into a paragraph.
      const insert = `${placeholder}${from === to && isBetweenLines(text, from) ? '\n' : ''}`;
      const end = from + insert.length;
      applyEdit(element, { from, to, insert, selection: [end, end] });
      void failure.then((why) => {
        if (why !== undefined) setRefused((before) => [...before, { file, why }]);
      });
    }
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = picturesOf(event.clipboardData);
    // Word processors copy a picture of the text together with the text.
    if (isWithoutPictures || files.length === 0 || event.clipboardData.getData('text/plain'))
      return;
    event.preventDefault();
    add(files);
  };

  const onDrop = (event: DragEvent<HTMLElement>) => {
    setOver(false);
    if (isWithoutPictures || !holdsFiles(event)) return;
    // Also prevents the default for other files, because the browser would leave the page to open
    // them.
    event.preventDefault();
    const files = picturesOf(event.dataTransfer);
    if (files.length > 0) return add(files);
    const [file] = Array.from(event.dataTransfer.files);
    if (file) setRefused([{ file, why: 'Only pictures can be added to a text' }]);
  };

  return (
    <>
      <Textarea
        ref={field}
        label={props.label}
        description={props.description}
        required={props.required ?? false}
        dir="auto"
        autosize={!inputClass}
        minRows={props.minRows}
        maxRows={props.maxRows}
        value={value}
        error={props.error}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Ignores Enter when it selects a character in an input method, such as for Japanese.
          if (event.nativeEvent.isComposing) return;
          props.onKeyDown?.(event);
          if (!event.defaultPrevented) formatByKey(event);
        }}
        onPaste={onPaste}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        classNames={{ input: ['markdown-input', inputClass].filter(Boolean).join(' ') }}
        inputContainer={(input) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: the button of pictures does it without a pointer
          <div
            className="markdown-field"
            data-over={isOver}
            onDragOver={(event) => {
              if (isWithoutPictures || !holdsFiles(event)) return;
              event.preventDefault();
              setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={onDrop}
          >
            <div className="markdown-bar">
              <MarkdownToolbar
                field={field}
                isOff={false}
                {...(!isWithoutPictures && {
                  more: {
                    label: 'Picture',
                    icon: <IconPhotoPlus size={18} stroke={1.8} aria-hidden />,
                    onClick: () => chooser.current?.click(),
                  },
                })}
              />
              {props.aside}
            </div>
            {refused.map(({ file, why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are only added, or all removed
              <div key={index} className="markdown-problem" role="status">
                <span>
                  “{file.name}” could not be added. {why}.
                </span>
                <Button size="compact-sm" variant="default" onClick={() => add([file])}>
                  Try again
                </Button>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="gray"
                  onClick={() => setRefused([])}
                >
                  Dismiss
                </Button>
              </div>
            ))}
            {input}
            <div role="status" className={isWaiting ? 'markdown-progress' : 'visually-hidden'}>
              {isWaiting && 'Uploading a picture. You can keep writing.'}
            </div>
          </div>
        )}
      />
      <input
        ref={chooser}
        type="file"
        accept={pictureTypes}
        multiple
        hidden
        aria-label={`Pictures for: ${props.label}`}
        onChange={(event) => {
          add(Array.from(event.currentTarget.files ?? []));
          // Resets the input, so that the same file can be selected again.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** Prevents submitting the form during an upload, because it would be saved without the picture. */
function useHeldForm(field: RefObject<HTMLElement | null>, isHeld: boolean): void {
  useEffect(() => {
    const form = field.current?.closest('form');
    if (!form || !isHeld) return;
    const hold = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      toast({
        title: 'A picture is still being uploaded',
        description: 'Please save once the upload is complete.',
      });
    };
    form.addEventListener('submit', hold);
    return () => form.removeEventListener('submit', hold);
  }, [field, isHeld]);
}

const picturesOf = (data: DataTransfer): File[] =>
  Array.from(data.files).filter(({ type }) => pictureTypes.split(',').includes(type));

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

const isBetweenLines = (text: string, at: number) =>
  (at === 0 || text[at - 1] === '\n') && (at === text.length || text[at] === '\n');

/**
 * Returns the caret position after a placeholder was replaced. It stays the same relative to the text, except directly
 * after the placeholder: then the description is selected, because the author will write it next.
 */
function selectionAfter(
  { from, to, insert }: { from: number; to: number; insert: string },
  [start, end]: [start: number, end: number],
): [from: number, to: number] {
  const description = insert.indexOf(']') - 2;
  if (description > 0 && start === end && (start === to || start === to + 1))
    return [from + 2, from + 2 + description];
  const shifted = (at: number) =>
    at <= from ? at : at >= to ? at + insert.length - (to - from) : from + insert.length;
  return [shifted(start), shifted(end)];
}
