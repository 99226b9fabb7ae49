import { createContext, useContext } from 'react';

export interface Issued {
  number: string;
  url: string;
}

const ShowIssued = createContext<(issued: Issued) => void>(() => {});

/**
 * Provides the function that shows the number and the link of an issued invoice in a dialog, even
 * after its form has closed.
 */
export const ShowIssuedProvider = ShowIssued.Provider;
export const useShowIssued = () => useContext(ShowIssued);
