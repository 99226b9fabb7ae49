import type { RenderPdf } from './pdf-job';
import { createWorkerRenderer } from './worker-renderer';

/** Imported with the first document: the libraries are large, and the start does not wait for them. */
const renderHere: RenderPdf = async (...asked) => (await import('./render')).renderPdf(...asked);

/** @param worker the built `worker.ts`; without one, as in tests, documents are laid out in this thread */
export const rendererOf = (worker: string | undefined): RenderPdf =>
  worker ? createWorkerRenderer(worker) : renderHere;
