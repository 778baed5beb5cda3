import * as v from 'valibot'
import { defineSpecOpenRead } from '../endpoint-kinds.ts'
import { Rows } from '../rows.ts'
import { Added, Count, Instant, NullableNum, Text, TrueOrFalse, Username, Written, ZeroOrOne } from '../wire.ts'

/** A member as others see it; `email`, `firstname` and `lastname` are empty for other users. */
export const UserProfile = v.object({
  id: NullableNum,
  profile: v.string(),
  firstname: Text,
  lastname: Text,
  email: Text,
  /** The linked music account's page; empty without one. */
  profileurl: Text,
  /** 1 if the member has listens. */
  bootstrapped: ZeroOrOne,
  /** 1 if the member has admin rights, which a suspension ends. */
  admin: ZeroOrOne,
  /** Updated when the session is used, at most hourly. */
  lastlogin: Instant,
  pfpsm: Text,
  pfpmed: Text,
  pfplg: Text,
  pfpxl: Text,
  swag: Count,
  /** 1: the profile is private and not visible to the viewer, except for name and picture. */
  is_private: Added(ZeroOrOne),
})
export type UserProfile = v.InferOutput<typeof UserProfile>

export const getProfile = defineSpecOpenRead({
  path: '/api/user/profile',
  summary: 'A member by name; partial=true returns names containing the term, best first, at most 20.',
  visibility: 'profile',
  query: v.object({ user: Username, partial: v.optional(TrueOrFalse) }),
  response: v.object({ userProfile: Rows(UserProfile) }),
  failure: 'Failed to fetch user profile',
})

export const getUsers = defineSpecOpenRead({
  path: '/api/user/get-users',
  summary: 'Members by name, best first, at most 20: those that contain the term, then those that it nearly is.',
  visibility: 'profile',
  query: v.object({ search_term: Written(64) }),
  response: v.object({ userProfile: Rows(UserProfile) }),
  failure: 'Failed to search users',
})
