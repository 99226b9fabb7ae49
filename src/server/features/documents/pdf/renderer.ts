import type { RenderPdf } from './pdf-job';
import { createWorkerRenderer } from './worker-renderer';

/**
 * Lays out a document in the current thread. Imports the large libraries with the first document, so that startup does
 * not wait for them.
 */
const renderHere: RenderPdf = async (...asked) => (await import('./render')).renderPdf(...asked);

/**
 * Returns the renderer to use.
 *
 * @param worker the built `worker.ts`; without it, as in tests, documents are laid out in the current thread
 */
export const rendererOf = (worker: string | undefined): RenderPdf =>
  worker ? createWorkerRenderer(worker) : renderHere;
