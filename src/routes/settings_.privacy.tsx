import { createFileRoute } from '@tanstack/react-router'
import { PrivacyAndData } from '#src/accounts/privacy/PrivacyAndData.tsx'
import { Invitations } from '#src/instance/Invitations.tsx'
import { useUnsent } from '#src/outbox/useUnsent.ts'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading } from '#src/ui/Text.tsx'
import { MemberScreen } from './-screens/MemberScreen.tsx'

export const Route = createFileRoute('/settings_/privacy')({
  staticData: { title: 'Privacy and data', beside: 'settings' },
  component: Privacy,
})

function Privacy() {
  const unsent = useUnsent().count
  return (
    <MemberScreen title="Privacy and data">
      {(member) => (
        <PrivacyAndData member={member} unsent={unsent}>
          <Stack as="section" gap="m">
            <Heading level={2}>Invitations</Heading>
            <Invitations member={member} />
          </Stack>
        </PrivacyAndData>
      )}
    </MemberScreen>
  )
}
