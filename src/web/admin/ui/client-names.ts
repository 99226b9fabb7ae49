interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** Name of a client: the email if the account has no name. */
export const clientName = ({ firstName, lastName, email }: Person): string =>
  `${firstName} ${lastName}`.trim() || email;

/** A client in a list to choose from, where names alone can be those of two. */
export const clientLabel = ({ name, email }: { name: string; email: string }): string =>
  name === email ? email : `${name} (${email})`;
