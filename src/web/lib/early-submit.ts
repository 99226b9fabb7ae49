declare global {
  interface Window {
    /** Forms sent before anything could listen to them. */
    earlySubmits?: Set<HTMLFormElement>;
  }
}

/**
 * Runs in the page's head, before the first paint: sets the remembered theme, and holds back a form
 * that is sent before its screen is awake, which the browser would otherwise send as a plain one.
 */
export const inlineBoot = [
  'try{var t=localStorage.theme;if(t)document.documentElement.dataset.theme=t}catch(e){}',
  'window.earlySubmits=new Set;',
  'addEventListener("submit",function(e){',
  'if(earlySubmits&&e.target.dataset.live===undefined){e.preventDefault();earlySubmits.add(e.target)}',
  '},true)',
].join('');

/** Called by a form once hydrated: submits it if the user already tried to. */
export function formIsLive(form: HTMLFormElement): void {
  form.dataset.live = '';
  if (window.earlySubmits?.delete(form)) form.requestSubmit();
}
