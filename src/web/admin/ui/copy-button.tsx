import { Button, CopyButton as Copied } from '@mantine/core';

/** Button that copies a text to the clipboard. */
export function CopyButton(props: { text: string; label?: string; variant?: 'default' }) {
  const { text, label = 'Copy', variant } = props;
  return (
    <Copied value={text}>
      {({ copied, copy }) => (
        <Button {...(variant && { variant })} onClick={copy}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copied>
  );
}
