declare global {
  interface Window {
    /** Forms sent before anything could listen to them. */
    earlySubmits?: Set<HTMLFormElement>;
  }
}

const noticeId = 'late-scripts';

/** Shown when the scripts of a sent form have not arrived after eight seconds. */
const notice =
  'This form could not start: a part of the page has not arrived. What you typed is still here. Please check your connection and load the page again, or <a href="/contact">reach us another way</a>.';

/**
 * Returns the script that runs in the page's head, before the first paint: it sets the remembered theme, and holds back a form that is sent
 * before its screen is hydrated, which the browser would otherwise send as a plain one. If the scripts do not arrive, it shows a notice. The
 * listener is the last one: a form whose own handler has taken the event is left alone.
 * A function, so that browsers' bundles leave the text out.
 */
export const inlineBoot = (): string =>
  [
    'try{var t=localStorage.theme;if(t)document.documentElement.dataset.theme=t}catch(e){}',
    'window.earlySubmits=new Set;',
    'addEventListener("submit",function(e){',
    'var f=e.target;if(e.defaultPrevented||f.dataset.live!==undefined||f.method==="dialog")return;',
    'e.preventDefault();earlySubmits.add(f);',
    `setTimeout(function(){if(!earlySubmits.has(f)||document.getElementById("${noticeId}"))return;`,
    // Filled once it is there, so that screen readers announce it.
    `var p=document.createElement("p");p.id="${noticeId}";p.setAttribute("role","alert");`,
    `document.body.append(p);p.innerHTML=${JSON.stringify(notice)}},8000)`,
    '})',
  ].join('');

/** Called by a form once hydrated: submits it if the user already tried to. */
export function formIsLive(form: HTMLFormElement): void {
  form.dataset.live = '';
  document.getElementById(noticeId)?.remove();
  if (window.earlySubmits?.delete(form)) form.requestSubmit();
}
