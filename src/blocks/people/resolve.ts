import type { Resolver } from '~/blocks/block-sources';

export const resolvePeople: Resolver<'people'> = async ({ type, title, names }, { settings }) => {
  const { people: all } = (await settings.getAbout()).team;
  const people =
    names.length === 0
      ? all
      : names.flatMap((name) => all.filter((person) => person.name === name).slice(0, 1));
  return people.length > 0 ? { type, title, people } : undefined;
};
