import { editPrivacy, getPrivacy as privacyEndpoint } from '#contract/privacy.ts'
import type { Api } from '#server/http/api.ts'
import { route } from '#server/http/route.ts'
import { getPrivacy, updatePrivacy } from './privacy.ts'

/** What a member decides about all that is theirs. It stands apart because it looks into every domain. */
export function ownershipRoutes(api: Api): void {
  route(api, privacyEndpoint, ({ db, member }) => getPrivacy(db, member.id))

  route(api, editPrivacy, async ({ tx, member, query: { hides_listening, is_private } }) => {
    await updatePrivacy(tx, member.id, {
      ...(hides_listening === undefined ? {} : { hides_listening: hides_listening === 'true' }),
      ...(is_private === undefined ? {} : { is_private: is_private === 'true' }),
    })
    return { success: true }
  })
}
