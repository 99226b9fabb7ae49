import { PartsField } from '~/web/admin/form/parts-field';
import { blockEditors, editorOf } from './block-forms';
import { type Block, blockTypes } from './block-schemas';
import './blocks-field.css';

const kinds = blockTypes.map((type) => ({
  key: type,
  label: blockEditors[type].label,
  about: blockEditors[type].about,
  make: (): Block => structuredClone(blockEditors[type].empty),
}));

/** Field for the blocks of a page. */
export function BlocksField(props: {
  blocks: Block[];
  /** Errors by path, such as `blocks.2.title`. */
  errors: Record<string, string>;
  /** Error of the list, or else of the first invalid block. */
  error?: string | undefined;
  /** Shown if the list is empty. */
  emptyText: string;
  /** Path of the list in `errors`. */
  name?: string;
  onChange(blocks: Block[]): void;
}) {
  const { blocks, name = 'blocks', emptyText, ...rest } = props;
  return (
    <PartsField
      {...rest}
      name={name}
      parts={blocks}
      noun="block"
      emptyText={emptyText}
      addLabel="Add a block"
      kinds={kinds}
      editorOf={(block) => {
        const { label, wordsOf, Form } = editorOf(block);
        return {
          label,
          words: wordsOf?.(block) ?? '',
          form: (edited) => <Form block={block} {...edited} />,
        };
      }}
    />
  );
}
