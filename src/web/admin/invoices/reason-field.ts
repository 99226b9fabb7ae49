/** Reason for a credit note. */
export const reasonField = {
  name: 'reason',
  label: 'Reason',
  description: 'Printed on the credit note.',
  required: true,
  maxLength: 500,
} as const;
