import * as v from 'valibot'
import { changeQuery, defineOwnRead, defineOwnWrite } from '../endpoint-kinds.ts'
import { Added, Bool, TrueOrFalse, Username, ZeroOrOne } from '../wire.ts'

/** What others can see about a member: docs/ownership.md describes each switch's scope. */
export const getPrivacy = defineOwnRead({
  path: '/api/user/privacy',
  summary: 'Whether the member hides their listening, and whether their profile is private; for the member alone.',
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

const Switch = v.optional(TrueOrFalse)

export const editPrivacy = defineOwnWrite({
  path: '/api/user/edit-privacy',
  summary: "Hides one's own listening or shows it, makes the own profile private or public; what is left out stays.",
  whileSuspended: true,
  query: changeQuery({
    hides_listening: Switch,
    is_private: Switch,
    shares_loved_tracks: Switch,
    hides_from_search: Switch,
  }),
  failure: 'Failed to save the privacy settings',
})
