import { isSameName } from '#contract/accounts/names.ts'
import type { UserProfile } from '#contract/accounts/user-profile.ts'

export function withOwnLast(found: readonly UserProfile[], member: string | null): readonly UserProfile[] {
  if (member === null) return found
  const isOwn = ({ profile }: UserProfile) => isSameName(profile, member)
  return [...found.filter((item) => !isOwn(item)), ...found.filter(isOwn)]
}
