import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Text, Written } from '../wire.ts'
import { LINK_MAX } from './recognize-link.ts'

const lookUpOutcomes = [
  /** The service has responded; a name that it does not have is empty. */
  'found',
  /** The service has no such track. */
  'not_found',
  /** The service cannot be reached, or responds with an error. */
  'unavailable',
  /** The operator has switched look-ups off. */
  'off',
] as const
export type LookUpOutcome = (typeof lookUpOutcomes)[number]

export const resolveLink = defineEndpoint({
  method: 'GET',
  path: '/api/resolve-link',
  addition: true,
  summary: 'Artist and title of the link of a track at a music service, which the server requests.',
  access: 'member',
  visibility: 'everyone',
  query: v.object({ url: Written(LINK_MAX) }),
  response: v.object({
    outcome: v.fallback(v.picklist(lookUpOutcomes), 'unavailable'),
    artist: Text,
    title: Text,
  }),
  failure: 'The link could not be looked up.',
})
