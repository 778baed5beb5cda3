import * as v from 'valibot'
import { defineOwnRead } from '../endpoint-kinds.ts'
import { WrittenName } from '../listening/track-names.ts'
import { Nullable, Num, Username } from '../wire.ts'

export const findSwappableTrack = defineOwnRead({
  path: '/api/user/swappable-track',
  summary:
    'The track of these names, if the member may swap it: null unless they have played it in the last 12 months.',
  reads: 'own listens',
  query: v.object({ user: Username, artist: WrittenName, track: WrittenName }),
  response: v.object({ id: Nullable(Num) }),
  failure: 'Failed to look for the track',
})
