/** Separate entry, so that the build manifest lists the scripts and styles of pages with an exhibit. */
export { ExhibitDrawing } from './exhibit';
