import { useQueryClient } from '@tanstack/react-query'
import { endSession, endSessions, type SignedIn } from '#contract/accounts/sessions.ts'
import { call } from '#src/api/call.ts'
import { Refused } from '#src/api/errors.ts'
import { useAttempt } from '#src/cache/useAttempt.ts'
import { uuid } from '#src/offline/device/uuid.ts'
import { FormDialog } from '#src/ui/FormDialog.tsx'
import { Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { useSession } from '../session/session.ts'
import { deviceName } from './device-name.ts'
import { sessionsQuery } from './queries.ts'

interface EndSessionDialogProps {
  member: string
  ending: SignedIn | 'all'
  onClose: () => void
}

/** Confirms and ends a session, or all, at once: this needs a connection. */
export function EndSessionDialog({ member, ending, onClose }: EndSessionDialogProps) {
  const client = useQueryClient()
  const { leave } = useSession()
  const { failure, isBusy, attempt } = useAttempt(ending === 'all' ? endSessions.failure : endSession.failure)
  const end = async () => {
    if (ending === 'all') await call(endSessions, { user: member, client_id: uuid() }).catch(ignoreEnded)
    if (ending === 'all' || ending.is_current) return leave('keep')
    await call(endSession, { user: member, id: ending.id, client_id: uuid() })
    await client.invalidateQueries({ queryKey: sessionsQuery(member).queryKey })
    toast({ title: `Signed out: ${deviceName(ending)}` })
    onClose()
  }
  return (
    <FormDialog
      isDangerous
      title={getTitle(ending)}
      submit="Sign Out"
      cancel="Stay Signed In"
      onSubmit={() => attempt(end)}
      {...{ failure, isBusy, onClose }}
    >
      <Text>{getConsequence(ending)}</Text>
    </FormDialog>
  )
}

function getTitle(ending: SignedIn | 'all'): string {
  if (ending === 'all') return 'Sign out everywhere?'
  return ending.is_current ? 'Sign out this device?' : `Sign out ${deviceName(ending)}?`
}

const UNSENT = 'Unsent actions stay on this device until you log in again.'

function getConsequence(ending: SignedIn | 'all'): string {
  if (ending === 'all') return `All your devices are signed out, this one too. Your players keep scrobbling. ${UNSENT}`
  if (ending.is_current) return UNSENT
  return 'That device deletes what it has stored of your account once it connects.'
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof Refused && error.status === 401)) throw error
}
