import { profileQuery } from '#src/accounts/queries.ts'
import { useLive } from '#src/cache/useLive.ts'

/** Returns whether the member may delete others' broadcasts. */
export function useIsAdmin(member: string | null): boolean {
  const { value } = useLive(profileQuery(member ?? ''), { enabled: member !== null })
  return value?.profile?.admin === 1
}
