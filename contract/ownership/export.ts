import * as v from 'valibot'
import type { Endpoint } from '#contract/endpoint.ts'
import { Username } from '#contract/wire.ts'
import { defineOwnRead } from '../endpoint-kinds.ts'

/** A member's data as a zip of unknown size. Not in the contract's list, since it is not JSON. */
export const exportEverything = defineOwnRead({
  path: '/api/user/export',
  summary: "All stored data of the member, as a zip of JSON lines; listens in ListenBrainz' layout.",
  reads: 'own listens',
  query: v.object({ user: Username }),
  response: v.unknown(),
  failure: 'Failed to export your data',
})

/** An endpoint that responds with a file: for the server and its documentation. */
interface Download {
  readonly endpoint: Endpoint
  readonly type: string
}

export const downloads: readonly Download[] = [{ endpoint: exportEverything, type: 'application/zip' }]
