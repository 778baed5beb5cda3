import { createFileRoute, Link } from '@tanstack/react-router'
import { LogInPrompt } from '#src/accounts/LogInPrompt.tsx'
import { PrivacyAndData } from '#src/accounts/privacy/PrivacyAndData.tsx'
import { useSession } from '#src/accounts/session.ts'
import { useOutboxSnapshot } from '#src/cache/outbox-of.ts'
import { isUnsent } from '#src/offline/entry.ts'
import { Screen } from '#src/shell/Screen.tsx'
import { ScreenHeader } from '#src/shell/ScreenHeader.tsx'

export const Route = createFileRoute('/settings_/privacy')({
  staticData: { title: 'Privacy and data' },
  component: Privacy,
})

function Privacy() {
  const { member } = useSession()
  const unsent = useOutboxSnapshot().entries.filter(isUnsent).length
  const back = { label: 'Back to Settings', render: (look: object) => <Link to="/settings" {...look} /> }
  return (
    <Screen header={<ScreenHeader title="Privacy and data" back={back} />}>
      {member === null ? (
        <LogInPrompt text="Please log in to continue" />
      ) : (
        <PrivacyAndData member={member} unsent={unsent} />
      )}
    </Screen>
  )
}
