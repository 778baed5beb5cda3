import { useLive } from '#src/cache/useLive.ts'
import { profileQuery } from './queries.ts'

/** Returns whether the member is an admin. */
export function useIsAdmin(member: string | null): boolean {
  const { value } = useLive(profileQuery(member ?? ''), { enabled: member !== null })
  return value?.profile?.admin === 1
}
