/**
 * The tag for a test of a wide sweep that takes seconds and whose rules shorter tests check:
 * `npm test` leaves it out, `npm run test:nightly` runs it.
 */
export const NIGHTLY = 'nightly'
