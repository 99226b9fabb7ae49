/** Fields for the first message of a quote's chat. */
export interface ChatFields {
  service: string;
  name: string;
  email: string;
  country?: string | undefined;
  phone: string;
}

/** Returns the URL that opens a chat with `number` (digits only), with a text already typed. */
export function chatUrl(number: string, fields: ChatFields): string {
  const lines = [
    'Hello, I have just asked for a quote.',
    `Service: ${fields.service}`,
    `Name: ${fields.name}`,
    `Email: ${fields.email}`,
    ...(fields.country ? [`Country: ${fields.country}`] : []),
    ...(fields.phone ? [`Number: ${fields.phone}`] : []),
  ];
  return `https://wa.me/${number}?text=${encodeURIComponent(lines.join('\n'))}`;
}
