import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import {
  Added,
  ClientId,
  Count,
  Done,
  Id,
  Instant,
  Limit,
  Nullable,
  Num,
  Text,
  TextParam,
  Username,
  ZeroOrOne,
} from './wire.ts'

/** A member as others see it; `email`, `firstname` and `lastname` are empty strings for everybody else. */
export const UserProfile = v.object({
  id: Nullable(Num),
  profile: v.string(),
  firstname: Text,
  lastname: Text,
  email: Text,
  /** The page of the linked music account, empty when none is linked. */
  profileurl: Text,
  /** 1 once listens exist. */
  bootstrapped: ZeroOrOne,
  admin: ZeroOrOne,
  /** Follows the use of the session, at most hourly. */
  lastlogin: Instant,
  pfpsm: Text,
  pfpmed: Text,
  pfplg: Text,
  pfpxl: Text,
  swag: Count,
})
export type UserProfile = v.InferOutput<typeof UserProfile>

const PersonAdditions = {
  /** Cursor for `before`. */
  id: Added(Num),
  swag: Added(Num),
  pfpsm: Added(v.string()),
  pfpmed: Added(v.string()),
}
export const Follower = v.object({ follower: v.string(), ...PersonAdditions })
export type Follower = v.InferOutput<typeof Follower>
export const Following = v.object({ following: v.string(), ...PersonAdditions })
export type Following = v.InferOutput<typeof Following>

/** A password travels in the query string because the contract says so; query strings are never logged. */
const Password = v.pipe(
  TextParam,
  v.minLength(1, 'must not be empty'),
  v.maxLength(200, 'must be at most 200 characters'),
)
const Email = v.pipe(
  TextParam,
  v.trim(),
  v.maxLength(254, 'must be at most 254 characters'),
  v.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address'),
)
const PersonName = v.pipe(TextParam, v.trim(), v.maxLength(100, 'must be at most 100 characters'))

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/user/profile',
  summary: 'A member by name; partial=true answers names containing the term, best first, at most 20.',
  access: 'anyone',
  query: v.object({ user: Username, partial: v.optional(v.picklist(['true', 'false'], 'must be true or false')) }),
  answer: v.object({ userProfile: v.array(UserProfile) }),
  failure: 'Failed to fetch user profile',
})

/** Its answer is not shown by the spec; ours sets the session cookie. */
export const login = defineEndpoint({
  method: 'POST',
  path: '/api/user/login',
  summary: 'Starts a session. An unknown user and a wrong password answer alike.',
  access: 'anyone',
  query: v.object({ user: Username, password: Password }),
  answer: Done,
  failure: 'Login failed',
})

export const createProfile = defineEndpoint({
  method: 'POST',
  path: '/api/user/create-profile',
  summary: 'Signs up. Sent twice within 10 minutes with the same name and password it answers as the first time.',
  access: 'anyone',
  query: v.object({ user: Username, firstname: PersonName, lastname: PersonName, email: Email, password: Password }),
  answer: Done,
  failure: 'Sign up failed.',
})

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/user/logout',
  summary: 'Ends the session. Without one it is done already.',
  access: 'anyone',
  query: v.object({ client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to sign out',
})

export const getSession = defineEndpoint({
  method: 'GET',
  path: '/api/user/session',
  summary: "The session's member, or null.",
  access: 'anyone',
  query: v.object({}),
  answer: v.object({ viewer: Nullable(v.string()) }),
  failure: 'Failed to fetch the session',
})

export const getStatus = defineEndpoint({
  method: 'GET',
  path: '/api/user/status',
  summary: 'What is new for the session: newest broadcast, unread messages, swaps that wait for the member.',
  access: 'anyone',
  query: v.object({}),
  answer: v.object({
    viewer: Nullable(v.string()),
    newest_broadcast: Nullable(Num),
    unread_messages: Count,
    swaps_waiting: Count,
  }),
  failure: 'Failed to fetch the status',
})

export const changePassword = defineEndpoint({
  method: 'POST',
  path: '/api/user/change-password',
  summary: 'Sets a new password by the old one and ends all other sessions.',
  access: 'member',
  actor: 'user',
  query: v.object({ user: Username, password: Password, new_password: Password, client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to change the password',
})

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/user/reset-password',
  summary: "Sets a new password by the token of an admin's reset link, once, and ends all sessions.",
  access: 'anyone',
  query: v.object({
    token: v.pipe(TextParam, v.minLength(1), v.maxLength(200)),
    new_password: Password,
    client_id: v.optional(ClientId),
  }),
  answer: Done,
  failure: 'Failed to reset the password',
})

export const getUsers = defineEndpoint({
  method: 'GET',
  path: '/api/user/get-users',
  summary: 'Members whose name contains the term, best first, at most 20.',
  access: 'anyone',
  query: v.object({
    search_term: v.pipe(
      TextParam,
      v.trim(),
      v.minLength(1, 'must not be empty'),
      v.maxLength(64, 'must be at most 64 characters'),
    ),
  }),
  answer: v.object({ userProfile: v.array(UserProfile) }),
  failure: 'Failed to search users',
})

const page = { limit: v.optional(Limit), before: v.optional(Id) }

export const getFollowers = defineEndpoint({
  method: 'GET',
  path: '/api/user/followers',
  summary: 'Who follows a member, latest first; without limit at most 1,000.',
  access: 'anyone',
  query: v.object({ user: Username, ...page }),
  answer: v.object({ followers: v.array(Follower), total: Added(Num) }),
  failure: 'Failed to load followers',
})

export const getFollowing = defineEndpoint({
  method: 'GET',
  path: '/api/user/following',
  summary: 'Whom a member follows, latest first; without limit at most 1,000.',
  access: 'anyone',
  query: v.object({ user: Username, ...page }),
  answer: v.object({ following: v.array(Following), total: Added(Num) }),
  failure: 'Failed to load following',
})

export const follow = defineEndpoint({
  method: 'POST',
  path: '/api/user/follow',
  summary: 'Follows a member. Following already is done already.',
  access: 'member',
  actor: 'follower',
  query: v.object({ follower: Username, followee: Username, client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to follow user',
})

export const unfollow = defineEndpoint({
  method: 'POST',
  path: '/api/user/unfollow',
  summary: 'Stops following a member. Not following is done already.',
  access: 'member',
  actor: 'follower',
  query: v.object({ follower: Username, followee: Username, client_id: v.optional(ClientId) }),
  answer: Done,
  failure: 'Failed to unfollow user',
})
