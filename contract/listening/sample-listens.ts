import { changeQuery, defineOwnWrite } from '../endpoint-kinds.ts'

/** Demo only: adds a listening history for a new member, so that the track picker works at once. */
export const addSampleListens = defineOwnWrite({
  path: '/api/user/sample-listens',
  summary: 'Gives the member sample listens (demo only; done already when there are listens).',
  query: changeQuery({}),
  failure: 'Failed to add sample listens',
})
