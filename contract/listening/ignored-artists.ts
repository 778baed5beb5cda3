import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Rows } from '../rows.ts'
import { ClientId, Done, Id, Instant, Num, Text, Username } from '../wire.ts'

/** The number of artists that a member can ignore. */
export const IGNORED_ARTISTS_MAX = 500

export const IgnoredArtist = v.object({ id: Num, name: Text, ignored_at: Instant })
export type IgnoredArtist = v.InferOutput<typeof IgnoredArtist>

export const getIgnoredArtists = defineEndpoint({
  method: 'GET',
  path: '/api/user/ignored-artists',
  addition: true,
  summary: "The artists that count nowhere but among the member's own listens, by name.",
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username }),
  response: v.object({ artists: Rows(IgnoredArtist) }),
  failure: 'Failed to load ignored artists',
})

export const ignoreArtist = defineEndpoint({
  method: 'POST',
  path: '/api/user/ignore-artist',
  addition: true,
  summary: 'Leaves an artist out of all counts of the member, or counts it again.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({
    user: Username,
    id: Id,
    is_ignored: v.picklist(['true', 'false'], 'must be true or false'),
    client_id: v.optional(ClientId),
  }),
  response: Done,
  failure: 'Failed to ignore the artist',
})
