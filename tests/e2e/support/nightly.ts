/**
 * The tag for a test over many screens that takes minutes and seldom fails alone: only `npm run
 * test:nightly` runs it.
 */
export const NIGHTLY = '@nightly'
