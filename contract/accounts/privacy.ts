import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Added, Bool, ClientId, Done, Username, ZeroOrOne } from '../wire.ts'

/** What others can see about a member: docs/ownership.md describes each switch's scope. */
export const getPrivacy = defineEndpoint({
  method: 'GET',
  path: '/api/user/privacy',
  addition: true,
  summary: 'Whether the member hides their listening, and whether their profile is private; told to the member alone.',
  access: 'member',
  actor: 'user',
  visibility: 'own',
  query: v.object({ user: Username }),
  response: v.object({
    hides_listening: Bool,
    is_private: Bool,
    shares_loved_tracks: Bool,
    /** Absent from a host without link previews. */
    hides_from_search: Added(ZeroOrOne),
  }),
  failure: 'Failed to load the privacy settings',
})

const Switch = v.optional(v.picklist(['true', 'false'], 'must be true or false'))

export const editPrivacy = defineEndpoint({
  method: 'POST',
  path: '/api/user/edit-privacy',
  addition: true,
  summary: "Hides one's own listening or shows it, makes the own profile private or public; what is left out stays.",
  access: 'member',
  actor: 'user',
  whileSuspended: true,
  visibility: 'own',
  query: v.object({
    user: Username,
    hides_listening: Switch,
    is_private: Switch,
    shares_loved_tracks: Switch,
    hides_from_search: Switch,
    client_id: v.optional(ClientId),
  }),
  response: Done,
  failure: 'Failed to save the privacy settings',
})
