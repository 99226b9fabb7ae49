/** A separate file, by which the build lists the files of a page with an exhibit. */
export { ExhibitDrawing } from './exhibit';
