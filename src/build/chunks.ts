/**
 * The first page's scripts in a few files of like size: each is evaluated in a task of its own (see
 * entry-client), and what every page shares is not cut into crumbs.
 */
export const chunks = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'react',
      test: /rolldown|node_modules\/(react|react-dom|scheduler|use-sync-external-store)\//,
    },
    { name: 'router', test: /node_modules\/@tanstack\/(?!query|react-query|.*useBlocker)/ },
    {
      // The query client: of the client area and the panel, and fetched on the first navigation. Public pages send forms without it.
      name: 'data',
      test: /node_modules\/@tanstack\/(react-)?query|src\/web\/(lib\/(queries|query-client)|ui\/outcome)\./,
    },
    {
      // What asks the server for more: fetched on the first navigation or the first form that is sent.
      name: 'calls',
      test: /node_modules\/@trpc\/|tsr-split=loader|src\/(contract\/leads\/came-from\.|contract\/pages\/pages\.|web\/(seo\/search-head|lib\/or-not-found|shell\/(transport|visit-source|load-for-viewer|focus-title)|features\/\w+\/load-(auth|legal|piece|service)))/,
    },
    {
      // For the pages with a form alone.
      name: 'forms',
      test: /src\/(web\/(ui\/(field|person-fields|submit-button|try-again)|lib\/(draft|form-errors|new-key|use-(form|countdown)))|contract\/leads\/submission)(?!.*-schema)/,
    },
    {
      // Of the pages on which a quote can be asked for.
      name: 'quotes',
      test: /src\/(web\/features\/quotes\/(chat|quote-submitted-late|use-send-quote)|contract\/leads\/quotes)(?!.*-schema)/,
    },
    {
      // What the pages of proposals and invoices share.
      name: 'documents',
      test: /src\/(web\/(documents\/document-|ui\/focus-now)|contract\/common\/(currencies|country-names)\.)/,
    },
    {
      // A proposal as its client reads it, with its arithmetic.
      name: 'proposals',
      test: /src\/(web\/(documents\/proposal-|features\/proposals\/page-proposal\.module)|contract\/(documents\/(documents|money)|proposals\/proposals))(?!.*-schema)/,
    },
    {
      name: 'auth',
      test: /src\/web\/features\/identity\/(auth-panel|code-step-late|use-own-window)/,
    },
    {
      name: 'legal',
      test: /src\/web\/features\/legal\/(use-legal-text|sections|legal-head|blocks)/,
    },
    {
      // An invoice as its client reads it, until a card is asked for.
      name: 'invoices',
      test: /src\/(web\/(features\/(invoices\/(page-invoice|invoice-(document|items|history)|pay-section|paid-note-late|transfer-details|state-sentence|use-settlement)|billing\/pay-by-card-late)|ui\/(served-qr-code|needs-scripts)|lib\/countries)|contract\/invoices\/invoices)\./,
    },
    {
      // Of the client area: in one file, since every page carries the names of its style sheets.
      name: 'client',
      test: /src\/web\/(features\/(dashboard\/(client-|use-kept-focus)|workspace\/(file-|viewed-files|decide|deliverable-)|billing\/page-plan)|ui\/result-note)/,
    },
    {
      // What stands in for a page that cannot be loaded or is not there.
      name: 'failed',
      test: /tsr-split=(error|notFound)Component|src\/web\/(ui\/load-failed|features\/(blog|portfolio|pricing|services|quotes|requests|invoices|proposals)\/[\w-]+-(failed|not-found))/,
    },
    {
      // The frame of every page, and the tree of routes without their screens and loaders.
      name: 'shared',
      // Not what single pages alone use of them: that travels with those.
      test: /src\/(web\/(ui|lib|shell|seo|hydrate|router|routes|routeTree|features\/(welcome\/page-welcome-late|identity\/auth-search|billing\/chosen-plan|invoices\/pay-search))|contract)(?!.*(tsr-split|\/-page|-schema|to-login|needs-scripts|passkeys|qr-|permissions|second-factors|\/roles|status(-badge|es)|use-(list-search|hash-target)|sent-next|result-note|countries|country-names|places|typed-decimals|tiles|list-|paging|use-protected|chips|contact-details|load-failed|cover|flight-(mark|path|drawings)\.ts|plan-charges|moment|use-now|bytes|request-events|\/(files(?!\/deliverables)|workspace|notifications|pages|setup)\/|admin\/sections|if-page|(code|password)-field|quote-statuses|billing\/billing\.|response-times|leads\/(contact|came-from)\.|visit-source|sign-in-problems|disputes|settings\/(settings|typefaces)\.|\/(documents|invoices|proposals)\/[\w-]+\.ts$|\/currencies|\/(dashboard|slugs)\.ts$))/,
    },
  ],
};
