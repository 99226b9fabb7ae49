export const scenarios = (..._given: unknown[]): [] => [];
