/**
 * The tag for a test that takes long and seldom fails alone, such as a sweep over all screens or a
 * random history: `npm test` leaves it out, `npm run test:nightly` runs it. Vitest and Playwright
 * use the same one, which begins with `@` for Playwright.
 */
export const NIGHTLY = '@nightly'
