interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** Returns the name of a client; the email if the account has no name. */
export const clientName = ({ firstName, lastName, email }: Person): string =>
  `${firstName} ${lastName}`.trim() || email;

/** Formats a client for a list in which two clients can have the same name. */
export const clientLabel = ({ name, email }: { name: string; email: string }): string =>
  name === email ? email : `${name} (${email})`;
