/** Set by `npm run test:nightly` for the tests on other databases, which then take all seeds. */
export const ALL_SEEDS = 'TEST_ALL_SEEDS'

/** Returns the seeds for a test with random histories: the first, or all in the nightly tests. */
export const chooseSeeds = (...seeds: readonly number[]): readonly number[] =>
  process.env[ALL_SEEDS] === undefined ? seeds.slice(0, 1) : seeds
