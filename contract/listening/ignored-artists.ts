import * as v from 'valibot'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Id, Instant, Num, Text, TrueOrFalse, Username } from '../wire.ts'

export const IGNORED_ARTISTS_MAX = 500

export const IgnoredArtist = v.object({ id: Num, name: Text, ignored_at: Instant })
export type IgnoredArtist = v.InferOutput<typeof IgnoredArtist>

export const getIgnoredArtists = defineOwnRead({
  path: '/api/user/ignored-artists',
  summary: "The artists that count nowhere but among the member's own listens, by name.",
  query: v.object({ user: Username }),
  response: v.object({ artists: Rows(IgnoredArtist) }),
  failure: 'Failed to load ignored artists',
})

export const ignoreArtist = defineOwnWrite({
  path: '/api/user/ignore-artist',
  summary: 'Leaves an artist out of all counts of the member, or counts it again.',
  query: changeQuery({
    id: Id,
    is_ignored: TrueOrFalse,
  }),
  failure: 'Failed to ignore the artist',
})
