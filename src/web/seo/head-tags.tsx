import { useRouterState } from '@tanstack/react-router';

/**
 * Renders the tags that the matched routes' `head` functions return. Replaces the router's
 * `HeadContent`, whose code for scripts, styles and manifests would be in the scripts of every
 * page. The title of the innermost route is used.
 */
export function HeadTags() {
  const matches = useRouterState({ select: (state) => state.matches });
  const tags = matches.flatMap(({ meta = [] }) => meta);
  const title = tags.reduce((last, tag) => tag?.title ?? last, '');
  return (
    <>
      <title>{title}</title>
      {tags.map((tag) => tag && !tag.title && <meta key={JSON.stringify(tag)} {...tag} />)}
      {matches
        .flatMap(({ links = [] }) => links)
        .map((link) => link && <link key={link.href} {...link} />)}
      {/* Structured data. Browsers do not need it, so only the server renders it. */}
      {import.meta.env.SSR &&
        matches
          .flatMap(({ headScripts = [] }) => headScripts)
          .map(
            (script) =>
              script && (
                <script
                  key={String(script.children)}
                  type={script.type}
                  dangerouslySetInnerHTML={{ __html: String(script.children) }}
                />
              ),
          )}
    </>
  );
}
