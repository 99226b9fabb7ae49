/** Of its own file, by which the build names what a page with an exhibit needs. */
export { ExhibitDrawing } from './exhibit';
