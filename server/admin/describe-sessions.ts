import type { SignedIn } from '#contract/accounts/sessions.ts'
import { formatMinute } from './command.ts'

/**
 * Returns a member's sessions as lines for a terminal, the last used first. Device names contain no
 * control characters.
 */
export function describeSessions(name: string, sessions: readonly SignedIn[]): string {
  if (sessions.length === 0) return `${name} is signed in nowhere.`
  const lines = sessions.map(
    ({ id, device, created_at, last_used_at }) =>
      `#${id}  ${device || 'unknown device'}, since ${formatMinute(created_at)}, last used ${formatMinute(last_used_at)}`,
  )
  return [`${name} is signed in at ${sessions.length}:`, ...lines].join('\n')
}
