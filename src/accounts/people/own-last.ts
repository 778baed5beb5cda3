import { isSameName } from '#contract/accounts/names.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'

/** Returns the found members in their order, with the user after all others. */
export function withOwnLast(found: readonly UserProfile[], member: string | null): readonly UserProfile[] {
  if (member === null) return found
  const isOwn = ({ profile }: UserProfile) => isSameName(profile, member)
  return [...found.filter((item) => !isOwn(item)), ...found.filter(isOwn)]
}
