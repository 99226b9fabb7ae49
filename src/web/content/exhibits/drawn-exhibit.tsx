/** A separate file, from which the build knows the files of a page with an exhibit. */
export { ExhibitDrawing } from './exhibit';
