import { follow, getFollowers, getFollowing, unfollow } from '#contract/accounts/people.ts'
import { getSession } from '#contract/accounts/session.ts'
import { getProfile, getUsers } from '#contract/accounts/user-profile.ts'
import type { Api } from '#server/http/api.ts'
import { Refusal } from '#server/http/refusal.ts'
import { route } from '#server/http/route.ts'
import { blockRoutes } from './blocks/routes.ts'
import { lockPair } from './blocks/store.ts'
import { editRoutes } from './edit-routes.ts'
import { deleteFollow, insertFollow, listFollowers, listFollowing } from './follows.ts'
import { mailRoutes } from './mail/routes.ts'
import { passkeyLoginRoutes } from './passkeys/login-routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { pictureRoutes } from './pictures/routes.ts'
import { toProfiles } from './profile.ts'
import { type Manner, searchMembers } from './search.ts'
import { sessionRoutes } from './session/routes.ts'
import { signInRoutes } from './sign-in.ts'
import { singleSignOnRoutes } from './single-sign-on/routes.ts'
import { findMember, getMember } from './store.ts'
import { canSeeProfile } from './visibility.ts'

/** Registers the routes for sessions, profiles, search and following. */
export function accountsRoutes(api: Api): void {
  signInRoutes(api)
  sessionRoutes(api)
  passkeyRoutes(api)
  passkeyLoginRoutes(api)
  singleSignOnRoutes(api)
  profileRoutes(api)
  editRoutes(api)
  mailRoutes(api)
  followRoutes(api)
  blockRoutes(api)
  pictureRoutes(api)
}

function profileRoutes(api: Api): void {
  route(api, getSession, ({ sessionMember }) => ({ viewer: sessionMember?.name ?? null }))

  route(api, getProfile, async ({ db, query, viewer, now }) => {
    const viewerId = viewer?.id ?? null
    if (query.partial === 'true') {
      const found = await search(db, query.user, viewerId, 'containing')
      return { userProfile: await toProfiles(db, found, viewerId, now) }
    }
    const member = await findMember(db, query.user, viewerId)
    if (member === undefined) throw new Refusal(400, 'User not found', 'profile_not_found')
    return { userProfile: await toProfiles(db, [member], viewerId, now) }
  })

  route(api, getUsers, async ({ db, query, viewer, now }) => {
    const viewerId = viewer?.id ?? null
    const found = await search(db, query.search_term, viewerId, 'forgiving')
    return { userProfile: await toProfiles(db, found, viewerId, now) }
  })
}

const search = (db: Api['db'], term: string, viewerId: number | null, manner: Manner) =>
  searchMembers(db, term.replace(/^@/, ''), viewerId, manner)

function followRoutes(api: Api): void {
  route(api, getFollowers, async ({ db, query, viewer }) => {
    const viewerId = viewer?.id ?? null
    const member = await getMember(db, query.user, viewerId)
    if (!(await canSeeProfile(db, viewerId, member.id))) return { followers: [], total: 0 }
    return listFollowers(db, member.id, viewerId, query)
  })

  route(api, getFollowing, async ({ db, query, viewer }) => {
    const viewerId = viewer?.id ?? null
    const member = await getMember(db, query.user, viewerId)
    if (!(await canSeeProfile(db, viewerId, member.id))) return { following: [], total: 0 }
    return listFollowing(db, member.id, viewerId, query)
  })

  route(api, follow, async ({ tx, query, member, now }) => {
    const followee = await getMember(tx, query.followee, member.id)
    if (followee.id === member.id) throw new Refusal(400, 'You cannot follow yourself.')
    if (followee.is_system) throw new Refusal(400, 'System cannot be followed.')
    await lockPair(tx, member.id, followee.id)
    // Check again under the lock: a block may have been added since.
    await getMember(tx, query.followee, member.id)
    await insertFollow(tx, member.id, followee.id, now)
  })

  route(api, unfollow, async ({ tx, query, member, delayReads }) => {
    const followeeId = await deleteFollow(tx, member.id, query.followee)
    // A private profile and hidden listening are open to the members that the owner follows.
    if (followeeId !== undefined) delayReads(followeeId)
  })
}
