import { useLive } from '#src/cache/useLive.ts'
import { Text } from '#src/ui/Text.tsx'
import { instanceQuery, invitationQuery } from './queries.ts'

/** Above the sign-up form: who has invited the visitor, or that sign-up needs an invitation. */
export function InvitationNotice({ code }: { code: string | undefined }) {
  const { value: instance } = useLive(instanceQuery)
  const { value: invitation } = useLive(invitationQuery(code ?? ''), { enabled: code !== undefined })
  const text = noticeText(instance?.sign_up, code, invitation ?? undefined)
  return text === undefined ? null : (
    <div role="status">
      <Text>{text}</Text>
    </div>
  )
}

function noticeText(
  signUp: string | undefined,
  code: string | undefined,
  invitation: { is_valid: boolean; invited_by: string } | undefined,
): string | undefined {
  if (signUp === 'closed') return 'Sign-up is closed on this server.'
  if (invitation?.is_valid === true) {
    return invitation.invited_by === '' ? 'You are invited.' : `${invitation.invited_by} has invited you.`
  }
  if (invitation !== undefined) return 'This invitation is no longer valid. Ask for a new one.'
  if (signUp === 'invited' && code === undefined) return 'This server needs an invitation. Ask a member for a link.'
  return undefined
}
