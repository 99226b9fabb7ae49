declare global {
  interface Window {
    /** Forms that were submitted before a handler was attached. */
    earlySubmits?: Set<HTMLFormElement>;
  }
}

const noticeId = 'late-scripts';

/** Notice that is shown if the scripts of a submitted form have not arrived after eight seconds. */
const notice =
  'This form could not start: a part of the page has not arrived. What you typed is still here. Please check your connection and load the page again, or <a href="/contact">reach us another way</a>.';

/**
 * Returns the script that runs in the page's head before the first paint.
 *
 * The script sets the stored theme. It also holds back a form that is submitted before its screen
 * is hydrated, because the browser would otherwise send it natively. If the page's scripts do not
 * arrive, it shows a notice. The listener runs last, so it ignores a form whose own handler has
 * prevented the event.
 *
 * This is a function rather than a constant, so that browser bundles omit the text.
 */
export const inlineBoot = (): string =>
  [
    'try{var t=localStorage.theme;if(t)document.documentElement.dataset.theme=t}catch(e){}',
    'window.earlySubmits=new Set;',
    'addEventListener("submit",function(e){',
    'var f=e.target;if(e.defaultPrevented||f.dataset.live!==undefined||f.method==="dialog")return;',
    'e.preventDefault();earlySubmits.add(f);',
    `setTimeout(function(){if(!earlySubmits.has(f)||document.getElementById("${noticeId}"))return;`,
    // Sets the text after the paragraph was inserted, so that screen readers announce it.
    `var p=document.createElement("p");p.id="${noticeId}";p.setAttribute("role","alert");`,
    `document.body.append(p);p.innerHTML=${JSON.stringify(notice)}},8000)`,
    '})',
  ].join('');

/** Called by a form once it is hydrated: submits the form if the user has already tried to. */
export function formIsLive(form: HTMLFormElement): void {
  form.dataset.live = '';
  document.getElementById(noticeId)?.remove();
  if (window.earlySubmits?.delete(form)) form.requestSubmit();
}
